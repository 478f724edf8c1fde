import { t } from '../texts/t.ts'
import styles from './permission-steps.module.css'
import { thisBrowser } from './this-browser.ts'

export function PermissionSteps() {
  const { kind } = thisBrowser()
  const steps = described.find(browser => browser === kind) ?? 'other'
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

const described = ['chrome', 'edge', 'firefox'] as const
