import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from 'react'

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
  /** The first thing to fill in on a screen the agent came to. A field that is found wrong takes the focus too. */
  focusOnOpen?: boolean
}

export function TextField({
  label,
  hint,
  error,
  prefix,
  after,
  focusOnOpen,
  className,
  ...input
}: TextFieldProps) {
  const id = useId()
  const element = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focusOnOpen || error) element.current?.focus()
  }, [focusOnOpen, error])
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        {prefix && <span className={styles.prefix}>{prefix}</span>}
        <input
          ref={element}
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
