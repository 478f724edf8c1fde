import type { ReactNode } from 'react'

import styles from './notice.module.css'
import type { Tone } from './pill.tsx'
import { Sign, type SignName } from './sign.tsx'

const signs: Record<Tone, SignName> = {
  good: 'tick',
  bad: 'warning',
  warning: 'warning',
  note: 'info',
  plain: 'info',
}

/** Screen readers announce warnings and errors at once, and other notices when they are idle. */
export function Notice({
  tone = 'note',
  sign = signs[tone],
  children,
  actions,
}: {
  tone?: Tone
  sign?: SignName
  children: ReactNode
  actions?: ReactNode
}) {
  return (
    <div
      className={`${styles.notice} ${styles[tone]}`}
      role={tone === 'bad' || tone === 'warning' ? 'alert' : 'status'}
    >
      <Sign name={sign} />
      <div>{children}</div>
      {actions}
    </div>
  )
}
