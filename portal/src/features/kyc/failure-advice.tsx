import { t } from '../../texts/en/kyc.ts'
import type { Advice } from './advice.ts'
import styles from './failure-advice.module.css'

/** The three things that every failure says; what only support can read stands small below. */
export function FailureAdvice({ advice, support = [] }: { advice: Advice; support?: string[] }) {
  return (
    <div className={styles.advice}>
      <dl>
        <div>
          <dt>{t('kyc.advice.happened')}</dt>
          <dd>{advice.happened}</dd>
        </div>
        <div>
          <dt>{t('kyc.advice.tell')}</dt>
          <dd className={styles.spoken}>{advice.tell}</dd>
        </div>
        <div>
          <dt>{t('kyc.advice.now')}</dt>
          <dd>{advice.now}</dd>
        </div>
      </dl>
      {support.map(line => (
        <p key={line} className={styles.support}>
          {line}
        </p>
      ))}
    </div>
  )
}
