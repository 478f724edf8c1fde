import { useEffect, useId, useRef, type ComponentProps } from 'react'

import styles from './field.module.css'
import hidden from './visually-hidden.module.css'

export type SelectProps = ComponentProps<'select'> & {
  label: string
  /** The `lang` of an option is the language of its label, if that differs from the page's language. */
  options: readonly { value: string; label: string; lang?: string }[]
  error?: string | undefined
  /** True if the label is hidden on the screen, because the place and the options explain the choice. */
  isLabelHidden?: boolean
}

export function Select({ label, options, error, isLabelHidden, className, ...select }: SelectProps) {
  const id = useId()
  const element = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (error) element.current?.focus()
  }, [error])
  return (
    <div className={styles.field}>
      <label className={isLabelHidden ? hidden.hidden : styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <select
          ref={element}
          {...select}
          id={id}
          className={`${styles.input} ${className ?? ''}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        >
          {options.map(option => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      {error && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
