import { useEffect, useId, useRef, type ReactNode } from 'react'

import styles from './dialog.module.css'
import hidden from './visually-hidden.module.css'

export type DialogProps = {
  title: string
  children: ReactNode
  /** Called by Escape too. */
  onClose: () => void
  actions: ReactNode
  /** Fills the window with large print, for a customer across the counter. The title is for the agent's ears. */
  isLarge?: boolean
}

/** A dialog that is modal while mounted. The browser traps the focus and restores it. */
export function Dialog({ title, children, onClose, actions, isLarge = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    // The browser would focus a link among the words first.
    buttons.current?.querySelector('button')?.focus({ preventScroll: true })
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${isLarge ? styles.large : ''}`}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-words`}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={`${id}-title`} className={isLarge ? hidden.hidden : undefined}>
        {title}
      </h2>
      <div className={styles.words} id={`${id}-words`}>
        {children}
      </div>
      <div ref={buttons} className={styles.actions}>
        {actions}
      </div>
    </dialog>
  )
}
