import { useEffect, useId, useRef, type ComponentProps, type ReactNode, type Ref } from 'react'

import styles from './field.module.css'
import hidden from '../states/visually-hidden.module.css'

type FieldProps = {
  label: string
  /** True if the label is hidden on the screen, because the place and the control explain the field. */
  isLabelHidden?: boolean | undefined
  hint?: ReactNode
  /** An error moves the focus to the control. */
  error?: string | undefined
  focusOnOpen?: boolean | undefined
}

type ControlProps<Control> = {
  ref: Ref<Control>
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A control of any kind with its label, its hint and its error. `children` renders the control with these properties. */
export function Field<Control extends HTMLElement>({
  label,
  isLabelHidden,
  hint,
  error,
  focusOnOpen,
  describedBy,
  children,
}: FieldProps & {
  describedBy?: string | undefined
  children: (control: ControlProps<Control>) => ReactNode
}) {
  const id = useId()
  const control = useRef<Control>(null)
  useEffect(() => {
    if (focusOnOpen || error) control.current?.focus()
  }, [focusOnOpen, error])
  const descriptions = [describedBy, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={isLabelHidden ? hidden.hidden : styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        {children({
          ref: control,
          id,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': descriptions || undefined,
        })}
      </div>
      {hint && (
        <div className={styles.hint} id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

export type TextFieldProps = ComponentProps<'input'> & FieldProps & { prefix?: string; after?: ReactNode }

export function TextField({
  label,
  hint,
  error,
  focusOnOpen,
  prefix,
  after,
  className = '',
  ...input
}: TextFieldProps) {
  const look = `${styles.input} ${input.inputMode === 'numeric' ? styles.numeric : ''} ${className}`
  return (
    <Field<HTMLInputElement> {...{ label, hint, error, focusOnOpen }} describedBy={input['aria-describedby']}>
      {control => (
        <>
          {prefix && <span className={styles.prefix}>{prefix}</span>}
          <input {...input} {...control} className={look} />
          {after}
        </>
      )}
    </Field>
  )
}

export function TextArea({ label, error, ...area }: ComponentProps<'textarea'> & FieldProps) {
  return (
    <Field<HTMLTextAreaElement> {...{ label, error }}>
      {control => <textarea rows={3} {...area} {...control} className={`${styles.input} ${styles.lines}`} />}
    </Field>
  )
}
