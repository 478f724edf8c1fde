import { useId, type ReactNode } from 'react'

import styles from './card.module.css'

type CardProps = {
  title?: string
  actions?: ReactNode
  children: ReactNode
  className?: string | undefined
  /** True if the card limits the length of its lines, for a form or a short list of facts. */
  narrow?: boolean
  /** True if the content reaches the edges of the card, as a table does. */
  flush?: boolean
}

/** With a title, the box is a landmark region for assistive technology. */
export function Card({ title, actions, children, className = '', narrow, flush }: CardProps) {
  const id = useId()
  const Box = title ? 'section' : 'div'
  return (
    <Box
      className={`${styles.card} ${narrow ? styles.narrow : ''} ${flush ? styles.flush : ''} ${className}`}
      aria-labelledby={title ? id : undefined}
    >
      {(title || actions) && (
        <div className={`row-8 ${styles.head}`}>
          {title && <h2 id={id}>{title}</h2>}
          {actions}
        </div>
      )}
      {children}
    </Box>
  )
}
