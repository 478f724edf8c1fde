import { t } from '../../texts/en/kyc.ts'
import styles from './permission-coach.module.css'

/** Before the browser asks: one sentence on what it will ask, and a drawing of the question. */
export function PermissionCoach() {
  return (
    <div className={styles.coach}>
      <div className={styles.bubble} aria-hidden="true">
        <span className={styles.site}>{window.location.hostname}</span>
        <span>{t('kyc.coach.question')}</span>
        <span className={styles.answers}>
          <span className={styles.answer}>{t('kyc.coach.block')}</span>
          <span className={`${styles.answer} ${styles.wanted}`}>{t('kyc.coach.allow')}</span>
        </span>
      </div>
      <p className={styles.title}>{t('kyc.coach.title')}</p>
      <p>{t('kyc.coach.words')}</p>
    </div>
  )
}
