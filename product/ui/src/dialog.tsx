import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'

import styles from './dialog.module.css'
import { MoreBelow } from './more-below.tsx'

export type DialogProps = {
  title: string
  children: ReactNode
  /** Escape calls it too. */
  onClose: () => void
  actions: ReactNode
  className?: string | undefined
}

/** A dialog that is modal while mounted. The browser keeps the focus inside and restores it afterwards. */
export function Dialog({ title, children, onClose, actions, className = '' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const id = useId()
  // An ordinary effect would close the dialog only after it has left the page, when the focus is already lost.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // The browser would first focus a link in the text.
    buttons.current?.querySelector('button')?.focus({ preventScroll: true })
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${className}`}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-words`}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div className={styles.words} id={`${id}-words`}>
        {children}
      </div>
      <div ref={buttons} className={styles.actions}>
        <MoreBelow />
        {actions}
      </div>
    </dialog>
  )
}
