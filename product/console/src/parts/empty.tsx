import type { ReactNode } from 'react'

import styles from './empty.module.css'

/** Says in the place of a list that it has no rows, or after it that there are more. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className={styles.empty}>{children}</p>
}
