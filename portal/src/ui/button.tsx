import type { ComponentProps } from 'react'

import { t } from '../texts/en/shared.ts'
import styles from './button.module.css'
import { Spinner } from './spinner.tsx'

export type ButtonProps = ComponentProps<'button'> & {
  /** One primary a screen; everything else is quiet or a link. */
  look?: 'primary' | 'quiet' | 'link'
  /** Its work is under way: says so, and takes no second press. */
  busy?: boolean
  /** As wide as its container at every width, not only on a phone. */
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
      // Not `disabled`: that would drop the focus while the agent waits.
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
