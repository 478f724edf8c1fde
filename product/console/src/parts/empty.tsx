import type { ReactNode } from 'react'

import styles from './empty.module.css'

/** Shows a text instead of a list without rows, or after a list that has more rows than it shows. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className={styles.empty}>{children}</p>
}
