import { useId, type ComponentProps, type ReactNode } from 'react'

import styles from './field.module.css'

export type TextFieldProps = ComponentProps<'input'> & {
  label: string
  hint?: ReactNode
  /** What is wrong with the value: announced, and tied to the field. */
  error?: string | undefined
  /** A fixed part before the value, such as +91. */
  prefix?: string
  /** Sits inside the box behind the value. */
  after?: ReactNode
}

export function TextField({ label, hint, error, prefix, after, className, ...input }: TextFieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        {prefix && <span className={styles.prefix}>{prefix}</span>}
        <input
          {...input}
          id={id}
          className={`${styles.input} ${input.inputMode === 'numeric' ? styles.numeric : ''} ${className ?? ''}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
        />
        {after}
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
