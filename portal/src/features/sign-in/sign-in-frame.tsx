import type { ReactNode } from 'react'

import { BrandMark } from '../../ui/brand-mark.tsx'
import styles from './sign-in-frame.module.css'

/** The frame of every screen before the dashboard: the brand mark and one card. */
export function SignInFrame({ children, below }: { children: ReactNode; below?: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <BrandMark />
      </header>
      <main className={styles.card}>{children}</main>
      {below && <footer className={styles.below}>{below}</footer>}
    </div>
  )
}
