import type { ReactNode } from 'react'

import styles from './alert.module.css'
import { Drawing, signs } from '../controls/icon.tsx'
import { failureWords } from '../texts/shown.ts'

export type AlertTone = 'failure' | 'warning' | 'success' | 'info'

type AlertProps = { tone?: AlertTone; title?: string; children?: ReactNode; actions?: ReactNode }

/** A message that screen readers announce: failures and warnings at once, other tones when the reader is idle. */
export function Alert({ tone = 'failure', title, children, actions }: AlertProps) {
  return (
    <div
      className={`${styles.alert} ${styles[tone]}`}
      role={tone === 'failure' || tone === 'warning' ? 'alert' : 'status'}
    >
      <Drawing d={drawings[tone]} />
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  )
}

const drawings: Record<AlertTone, string> = {
  failure: signs.cross,
  warning: signs.warning,
  success: signs.tick,
  info: signs.info,
}

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
