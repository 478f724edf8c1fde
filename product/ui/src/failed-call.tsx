import type { ReactNode } from 'react'

import { CallFailed } from './call-errors.ts'
import { isEnglish } from './server-text.ts'
import { t } from './t.ts'
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

/** Returns our own words; undefined if the server's message says what is wrong. */
function wordsFor(error: unknown): string | undefined {
  if (!(error instanceof CallFailed) || error.displayMsg !== undefined) return undefined
  if (error.status !== undefined) return t('call.fault')
  return error.kind === 'timeout' ? t('call.slow') : wordsOffline()
}

/** A browser with a network may still fail to reach the server; then the agent's cable is not the fault. */
function wordsOffline(): string {
  return t(navigator.onLine ? 'call.serverAway' : 'call.offline')
}
