import type { ComponentProps } from 'react'

import styles from './checkbox.module.css'

export function Checkbox({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className={styles.checkbox}>
      <input {...input} type="checkbox" />
      {children}
    </label>
  )
}
