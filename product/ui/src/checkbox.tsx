import type { ComponentProps } from 'react'

import styles from './checkbox.module.css'

/** A checkbox whose label can be pressed too. */
export function Checkbox({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className={styles.checkbox}>
      <input {...input} type="checkbox" />
      {children}
    </label>
  )
}
