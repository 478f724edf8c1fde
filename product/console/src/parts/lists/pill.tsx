import type { ReactNode } from 'react'

import styles from './pill.module.css'
import { Sign, type SignName } from './sign.tsx'

export type Tone = 'good' | 'bad' | 'warning' | 'note' | 'plain'

export function Pill({
  tone = 'plain',
  sign,
  children,
}: {
  tone?: Tone
  sign?: SignName
  children: ReactNode
}) {
  return (
    <span className={`${styles.pill} ${styles[tone]}`}>
      {sign && <Sign name={sign} size={13} />}
      {children}
    </span>
  )
}
