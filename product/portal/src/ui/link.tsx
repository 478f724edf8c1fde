import type { ComponentProps, MouseEvent } from 'react'

import { go } from '../session/navigation.ts'
import type { Address } from '../session/paths.ts'
import styles from './link.module.css'

/** A link to one of the portal's screens. Modifier keys open it in a new tab. */
export function Link({
  to,
  onClick,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & { to: Address }) {
  return (
    <a
      {...rest}
      href={to}
      className={`${styles.link} ${rest.className ?? ''}`}
      onClick={event => {
        onClick?.(event)
        if (event.defaultPrevented || wantsNewTab(event)) return
        event.preventDefault()
        go(to)
      }}
    >
      {children}
    </a>
  )
}

function wantsNewTab(event: MouseEvent): boolean {
  return event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
}
