import { useEffect, useId, useRef, type ReactNode } from 'react'

import styles from './dialog.module.css'

export type DialogProps = {
  title: string
  children: ReactNode
  /** Called by Escape too. */
  onClose: () => void
  actions: ReactNode
}

/** A dialog that is modal while mounted. The browser traps the focus and restores it. */
export function Dialog({ title, children, onClose, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
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
      <div className={styles.actions}>{actions}</div>
    </dialog>
  )
}
