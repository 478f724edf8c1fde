import { startTransition, type FormEvent, type ReactNode } from 'react'

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
 * One column of fields. `action` is what React replays when the form was sent before the script came; after that the
 * handler takes over, because React empties a form whose action has run, and an agent corrects rather than retypes.
 */
export function Form({ action, children, label }: FormProps) {
  return (
    <form
      className={styles.form}

      action={action}
      onSubmit={submit}
      noValidate
      aria-label={label}
    >
      {children}
    </form>
  )

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const submitter = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null
    const fields = new FormData(event.currentTarget, submitter)
    startTransition(() => action(fields))
  }
}
