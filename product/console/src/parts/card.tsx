import { useId, type ReactNode } from 'react'

import styles from './console-card.module.css'

/** A surface with a title, which makes it a landmark. `padded` keeps text off its edges; tables and lists reach them. */
export function Card({
  title,
  end,
  padded = false,
  children,
}: {
  title?: string
  /** Stands at the end of the title's line. */
  end?: ReactNode
  padded?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={title ? id : undefined}>
      {title && (
        <header className={styles.head}>
          <h2 id={id}>{title}</h2>
          {end && <div className={styles.end}>{end}</div>}
        </header>
      )}
      {padded ? <div className={styles.padded}>{children}</div> : children}
    </section>
  )
}
