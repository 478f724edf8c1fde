import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from 'react'

import styles from './field.module.css'

export type TextFieldProps = ComponentProps<'input'> & {
  label: string
  hint?: ReactNode
  error?: string | undefined
  prefix?: string
  after?: ReactNode
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
  const describedBy = [input['aria-describedby'], hint && `${id}-hint`, error && `${id}-error`]
    .filter(Boolean)
    .join(' ')
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
