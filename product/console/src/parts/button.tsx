import type { ComponentProps } from 'react'

import styles from './button.module.css'

export type ButtonProps = ComponentProps<'button'> & {
  look?: 'primary' | 'quiet' | 'link' | 'bad'
  busy?: boolean
  /** In a table's row or a bar. */
  small?: boolean
}

export function Button({ look = 'primary', busy = false, small = false, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${styles.button} ${styles[look]} ${small ? styles.small : ''} ${rest.className ?? ''}`}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={event => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}
