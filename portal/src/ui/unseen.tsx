import type { ReactNode } from 'react'

import styles from './unseen.module.css'

/** Words for those who listen, where the eye has a sign or its surroundings. */
export function Unseen({ children }: { children: ReactNode }) {
  return <span className={styles.unseen}>{children}</span>
}
