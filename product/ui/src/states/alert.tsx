import type { ReactNode } from 'react'

import styles from './alert.module.css'
import { Drawing, signs } from '../controls/drawing.tsx'

export type AlertTone = 'failure' | 'warning' | 'success' | 'info'

export type AlertProps = { tone?: AlertTone; title?: string; children?: ReactNode; actions?: ReactNode }

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
