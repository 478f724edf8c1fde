import { CallFailed } from '../api/call-errors.ts'
import { isEnglish } from '../texts/server-text.ts'
import { t } from '../texts/t.ts'
import styles from './failed-call.module.css'
import { shownMessageOf } from './shown-message.ts'

/** Says in plain words that no answer came, with the error's own text below (product.md section 8). */
export function FailedCall({ error }: { error: unknown }) {
  const words = wordsFor(error)
  return (
    <>
      <p>{words ?? shownMessageOf(error)}</p>
      {words && isEnglish() && <p className={styles.own}>{shownMessageOf(error)}</p>}
    </>
  )
}

/** Returns the portal's own words; undefined where the server's message says what is wrong. */
function wordsFor(error: unknown): string | undefined {
  // The code of the call has not loaded.
  if (error instanceof TypeError) return t('call.offline')
  if (!(error instanceof CallFailed) || error.displayMsg !== undefined) return undefined
  if (error.status !== undefined) return t('call.fault')
  return t(error.kind === 'timeout' ? 'call.slow' : 'call.offline')
}
