import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'

import styles from './dialog.module.css'
import { MoreBelow } from '../states/more-below.tsx'

type DialogProps = {
  title: string
  isTitleHidden?: boolean
  children: ReactNode
  /** Called when the person presses Escape. */
  onClose: () => void
  actions: ReactNode
  className?: string | undefined
}

/** A modal dialog, which is open while it is mounted. The browser keeps the focus inside and restores it afterwards. */
export function Dialog({ title, isTitleHidden, children, onClose, actions, className = '' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const id = useId()
  // A layout effect closes the dialog before it leaves the page. An ordinary effect would close the dialog afterwards,
  // when the focus is already lost.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // The first button gets the focus. The browser would first focus a link in the text.
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
      <h2 id={`${id}-title`} className={isTitleHidden ? 'unseen' : undefined}>
        {title}
      </h2>
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
