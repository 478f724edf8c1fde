import { useId, type ReactNode } from 'react'

import styles from './console-card.module.css'

/** Shows a card. A card with a title is a landmark. `padded` adds a margin, which text needs but tables do not. */
export function Card({
  title,
  end,
  padded = false,
  children,
}: {
  title?: string
  /** The content at the end of the title's line. */
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
