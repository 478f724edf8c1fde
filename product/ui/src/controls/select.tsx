import type { ComponentProps } from 'react'

import { Field } from './field.tsx'
import styles from './field.module.css'

export type SelectProps = ComponentProps<'select'> & {
  label: string
  /** The `lang` of an option is the language of its label, if that differs from the page's language. */
  options: readonly { value: string; label: string; lang?: string }[]
  error?: string | undefined
  isLabelHidden?: boolean
}

export function Select({ label, options, error, isLabelHidden, className = '', ...select }: SelectProps) {
  return (
    <Field<HTMLSelectElement> {...{ label, error, isLabelHidden }}>
      {control => (
        <select {...select} {...control} className={`${styles.input} ${className}`}>
          {options.map(option => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
