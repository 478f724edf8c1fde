import { t } from '../texts/t.ts'
import { Drawing } from '@ekyc/ui/drawing.tsx'
import styles from './permission-coach.module.css'
import { thisBrowser } from './this-browser.ts'

export function PermissionCoach() {
  const isFirefox = thisBrowser().kind === 'firefox'
  const site = window.location.host
  return (
    <div className={styles.coach}>
      <div className={styles.browser} aria-hidden="true">
        <div className={styles.bar}>
          <Drawing d={sliders} size={16} />
          <span className={styles.site}>{site}</span>
        </div>
        <div className={styles.bubble}>
          <p className={styles.asking}>
            {t(isFirefox ? 'scanner.coach.firefox.question' : 'scanner.coach.wantsTo', { site })}
          </p>
          <p className={styles.question}>
            <Drawing d={isFirefox ? tickedBox : computer} size={18} />
            {t(isFirefox ? 'scanner.coach.firefox.remember' : 'scanner.coach.question')}
          </p>
          <p className={styles.answers}>
            <span className={styles.answer}>{t('scanner.coach.block')}</span>
            <span className={`${styles.answer} ${styles.wanted}`}>{t('scanner.coach.allow')}</span>
          </p>
        </div>
      </div>
      <p className={styles.title}>{t(isFirefox ? 'scanner.coach.firefox.title' : 'scanner.coach.title')}</p>
      <p>{t(isFirefox ? 'scanner.coach.firefox.words' : 'scanner.coach.words')}</p>
    </div>
  )
}

const sliders =
  'M4 8h9m6 0h1M4 16h1m6 0h9M16 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8 18.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z'
const tickedBox = 'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM8 12l3 3 5-6'
const computer = 'M4 5h16v11H4zM9 20h6m-3-4v4'
