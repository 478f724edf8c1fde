import { shownNumber } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import styles from './imports.module.css'

export function Progress({
  text,
  done,
  of,
}: {
  text: 'import.sent' | 'import.planned' | 'import.done'
  done: number
  of: number
}) {
  return (
    <label className={styles.progress}>
      <progress value={done} max={of} />
      {t(text, { done: shownNumber(done), of: shownNumber(of) })}
    </label>
  )
}
