import type { ReactNode } from 'react'

import { Alert } from './alert.tsx'
import styles from './failed-call.module.css'
import { failureWords } from '../texts/failure-words.ts'

/** The alert says in plain words if no usable answer came (product.md section 8). */
export function FailedCall({ error, actions }: { error: unknown; actions?: ReactNode }) {
  if (error === undefined) return null
  const [words, ownText] = failureWords(error)
  return (
    <Alert actions={actions}>
      <p>{words}</p>
      {ownText !== undefined && <p className={styles.own}>{ownText}</p>}
    </Alert>
  )
}
