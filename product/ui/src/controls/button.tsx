import type { ComponentProps } from 'react'

import { t } from '../texts/t.ts'
import styles from './button.module.css'
import { Spinner } from '../states/spinner.tsx'

export type ButtonProps = ComponentProps<'button'> & {
  /** Each screen has one 'primary' button. */
  look?: 'primary' | 'quiet' | 'link'
  busy?: boolean
  /** True if the button fills its container at every width. By default it does so only on a phone. */
  wide?: boolean
}

export function Button({
  look = 'primary',
  busy = false,
  wide = false,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${styles.button} ${styles[look]} ${wide ? styles.wide : ''} ${rest.className ?? ''}`}
      // The button uses aria-disabled, because the attribute disabled would drop the focus.
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={event => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && <Spinner label={t('shared.working')} />}
      {children}
    </button>
  )
}
