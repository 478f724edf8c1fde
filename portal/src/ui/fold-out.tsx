import type { ReactNode } from 'react'

import styles from './fold-out.module.css'
import { Icon } from './icon.tsx'

/** What few need, one press away. */
export function FoldOut({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.fold}>
      <summary>
        {title}
        <Icon name="chevron" />
      </summary>
      <div className={styles.inside}>{children}</div>
    </details>
  )
}
