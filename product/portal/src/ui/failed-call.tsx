import type { ReactNode } from 'react'

import { CallFailed } from '../api/call-errors.ts'
import { isEnglish } from '../texts/server-text.ts'
import { t } from '../texts/t.ts'
import { Alert } from './alert.tsx'
import styles from './failed-call.module.css'
import { shownMessageOf } from './shown-message.ts'

/** An alert that says plainly that no answer came, and shows the error's own text below (product.md section 8). */
export function FailedCall({ error, actions }: { error: unknown; actions?: ReactNode }) {
  if (error === undefined) return null
  const words = wordsFor(error)
  return (
    <Alert actions={actions}>
      <p>{words ?? shownMessageOf(error)}</p>
      {words && isEnglish() && <p className={styles.own}>{shownMessageOf(error)}</p>}
    </Alert>
  )
}

/** Returns the portal's own words; undefined if the server's message says what is wrong. */
function wordsFor(error: unknown): string | undefined {
  // A TypeError means that the code of the call has not loaded.
  if (error instanceof TypeError) return t('call.offline')
  if (!(error instanceof CallFailed) || error.displayMsg !== undefined) return undefined
  if (error.status !== undefined) return t('call.fault')
  return t(error.kind === 'timeout' ? 'call.slow' : 'call.offline')
}
