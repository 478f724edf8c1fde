import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'

import { sendEarlyPress } from './early-press.ts'
import styles from './form.module.css'

export type FormProps = {
  /** Called with the fields, including the name and value of the pressed button. */
  action: (fields: FormData) => void | Promise<void>
  children: ReactNode
  label?: string
}

/**
 * One column of fields. Before the script loads it submits by POST, so that no URL holds a value. It does not use
 * React's own `action`, because that resets the form after each submit.
 */
export function Form({ action, children, label }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => sendEarlyPress(form.current), [])
  return (
    <form ref={form} className={styles.form} method="post" onSubmit={submit} noValidate aria-label={label}>
      {children}
    </form>
  )

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const submitter = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null
    const fields = new FormData(event.currentTarget, submitter)
    void action(fields)
  }
}
