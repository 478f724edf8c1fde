import type { ReactNode } from 'react'

import { CallFailed } from './call-errors.ts'
import { isEnglish } from './server-text.ts'
import { t } from './t.ts'
import { Alert } from './alert.tsx'
import styles from './failed-call.module.css'
import { shownMessageOf } from './shown-message.ts'

/** The alert says in plain words if no usable answer came (product.md section 8). */
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

/** Returns this app's own words for the failure, or undefined if the server's message says what is wrong. */
function wordsFor(error: unknown): string | undefined {
  if (!(error instanceof CallFailed) || error.displayMsg !== undefined) return undefined
  if (error.status !== undefined) return t('call.fault')
  return error.kind === 'timeout' ? t('call.slow') : wordsOffline()
}

/** The agent's connection is not to blame if the browser has a network. */
function wordsOffline(): string {
  return t(navigator.onLine ? 'call.serverAway' : 'call.offline')
}
