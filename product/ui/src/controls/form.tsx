import type { FormEvent, ReactNode, Ref } from 'react'

import styles from './form.module.css'

export type FormProps = {
  /** Called with the fields, including the name and value of the pressed button. */
  action: (fields: FormData) => void | Promise<void>
  children: ReactNode
  label?: string
  ref?: Ref<HTMLFormElement>
}

/**
 * Before the script has loaded, the form submits by POST, so that no URL contains a field's value. React's own `action`
 * is not used, because it resets the form after each submit.
 */
export function Form({ action, children, label, ref }: FormProps) {
  return (
    <form ref={ref} className={styles.form} method="post" onSubmit={submit} noValidate aria-label={label}>
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
