import type { ReactNode } from 'react'

import type { Advice } from '../../scanner/advice.ts'
import { t } from '../../texts/t.ts'
import { SupportContact } from '../../ui/support-contact.tsx'
import styles from './failure-advice.module.css'

export type FailureAdviceProps = {
  advice: Advice
  /** Steps shown below 'What to do now'. */
  steps?: ReactNode
  /** True where another part of the screen shows the next step. */
  withoutNow?: boolean
  /** Details for support, in small print. */
  support?: string[]
}

/** Shows the reason, a sentence for the customer, and the next step. */
export function FailureAdvice({ advice, steps, withoutNow = false, support = [] }: FailureAdviceProps) {
  return (
    <div className={styles.advice}>
      <dl>
        <div>
          <dt>{t('kyc.advice.happened')}</dt>
          <dd>{advice.happened}</dd>
          {advice.because && <dd className={styles.because}>{advice.because}</dd>}
        </div>
        <div>
          <dt>{t('kyc.advice.tell')}</dt>
          <dd className={styles.spoken}>{advice.tell}</dd>
        </div>
        {!withoutNow && (
          <div>
            <dt>{t('kyc.advice.now')}</dt>
            <dd>{advice.now}</dd>
            {steps && <dd>{steps}</dd>}
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
