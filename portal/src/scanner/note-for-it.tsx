import { t } from '../texts/en/scanner.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import styles from './note-for-it.module.css'

/** What the bank's administrators must set so that no agent is asked or refused, ready to be sent to them. */
export function NoteForIt() {
  const text = t('scanner.it.text', { site: window.location.origin })
  return (
    <Disclosure title={t('scanner.it.title')}>
      <div className={styles.note}>
        {/* Scrolls never: it wraps, and so needs no tab stop of its own. */}
        <pre>{text}</pre>
        <CopyButton text={text} label={t('scanner.it.copy')} />
      </div>
    </Disclosure>
  )
}
