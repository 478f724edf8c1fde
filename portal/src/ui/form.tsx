import { startTransition, useEffect, useRef, type FormEvent, type ReactNode } from 'react'

import { sendEarlyPress } from './early-press.ts'
import styles from './form.module.css'

/** One text field's value, as it stands. */
export function fieldText(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

export type FormProps = {
  /** Gets the fields as they stand, the pressed button's name and value included. */
  action: (fields: FormData) => void | Promise<void>
  children: ReactNode
  label?: string
}

/**
 * One column of fields. Sent by POST while there is no script, so that nothing typed is ever in an address; not by
 * React's own `action`, which empties the form once it has run: an agent corrects rather than retypes.
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
    // Nothing is handed back: React would hold every change of state until an action that it waits for is done.
    startTransition(() => void action(fields))
  }
}
