import { t } from '../texts/en/scanner.ts'
import styles from './permission-steps.module.css'
import { thisBrowser, type BrowserKind } from './this-browser.ts'

/** The steps by which this browser grants the permission again. */
export function PermissionSteps() {
  const steps = stepsOf[thisBrowser().kind]
  return (
    <div className={styles.steps}>
      <ol>
        {numbers.map(number => (
          <li key={number}>{t(`scanner.allow.${steps}.${number}`)}</li>
        ))}
      </ol>
      <p>{t('scanner.allow.greyed')}</p>
    </div>
  )
}

const numbers = ['1', '2', '3'] as const

const stepsOf: Record<BrowserKind, 'chrome' | 'edge' | 'firefox' | 'other'> = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'other',
  other: 'other',
}
