import type { ReactNode } from 'react'
import { captureTimeoutMs } from '@ekyc/contract/limits'

import { t, type NameIn } from '../texts/t.ts'
import { SupportContact } from '../ui/support-contact.tsx'
import styles from './failure-advice.module.css'
import { branding } from '../api/branding.ts'
import type { ScannerProblem } from './scanner-problem.ts'

type FailureAdviceProps = {
  advice: Advice
  steps?: ReactNode
  support?: string[]
}

export function FailureAdvice({ advice, steps, support = [] }: FailureAdviceProps) {
  return (
    <div className={`stack-8 ${styles.advice}`}>
      <dl className="stack-8">
        <div>
          <dt>{t('kyc.advice.happened')}</dt>
          <dd>{advice.happened}</dd>
          {advice.because && <dd className={styles.because}>{advice.because}</dd>}
        </div>
        <div className={styles.now}>
          <dt>{t('kyc.advice.now')}</dt>
          <dd>{advice.now}</dd>
          {steps && <dd>{steps}</dd>}
        </div>
        {advice.tell !== '' && (
          <div className={styles.tell}>
            <dt>{t('kyc.advice.tell')}</dt>
            <dd className={styles.spoken}>{advice.tell}</dd>
          </div>
        )}
      </dl>
      {support.map(line => (
        <p key={line} className={styles.support}>
          {line}
        </p>
      ))}
      <SupportContact />
    </div>
  )
}

export type AdviceName = NameIn<'scanner.advice.', '.happened'>

export type Advice = {
  happened: string
  because?: string
  tell: string
  now: string
}

export function adviceOn({ advice, score }: Pick<ScannerProblem, 'advice' | 'score'>): Advice {
  const { deviceServiceVersion: version } = branding()
  return adviceFor(advice, { version, ...(score !== undefined && { score }) })
}

export function adviceFor(name: AdviceName, values: { version: string; score?: number }): Advice {
  return {
    happened: t(`scanner.advice.${name}.happened`, { ...values, seconds: captureTimeoutMs / 1000 }),
    tell: t(`scanner.advice.${name}.tell`),
    now: t(`scanner.advice.${name}.now`, values),
  }
}
