import type { ReactNode } from 'react'

import { BrandMark } from '../../ui/brand-mark.tsx'
import styles from './sign-in-frame.module.css'

/** The quiet page around every screen before the dashboard: whose portal this is, and one thing to do. */
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
