import { t } from '../texts/t.ts'
import { CopyButton } from '@ekyc/ui/copy-button.tsx'
import { Disclosure } from '@ekyc/ui/disclosure.tsx'
import styles from './note-for-it.module.css'

/** Shows a note for the bank's administrators, with the browser policies that grant the permission without a prompt. */
export function NoteForIt() {
  const text = t('scanner.it.text', { site: window.location.origin })
  return (
    <Disclosure title={t('scanner.it.title')}>
      <div className={styles.note}>
        {/* The text wraps instead of scrolling, so the element needs no tab stop. */}
        <pre>{text}</pre>
        <CopyButton text={text} label={t('scanner.it.copy')} />
      </div>
    </Disclosure>
  )
}
