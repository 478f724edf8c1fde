import type { ComponentProps } from 'react'

import styles from './checkbox.module.css'

/** A checkbox with its words, which may be pressed too. */
export function Checkbox({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className={styles.checkbox}>
      <input {...input} type="checkbox" />
      {children}
    </label>
  )
}
