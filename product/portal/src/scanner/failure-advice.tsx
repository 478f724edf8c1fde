import type { ReactNode } from 'react'

import type { Advice } from './advice.ts'
import { t } from '../texts/t.ts'
import { SupportContact } from '../ui/support-contact.tsx'
import styles from './failure-advice.module.css'

type FailureAdviceProps = {
  advice: Advice
  steps?: ReactNode
  support?: string[]
}

export function FailureAdvice({ advice, steps, support = [] }: FailureAdviceProps) {
  return (
    <div className={styles.advice}>
      <dl>
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
