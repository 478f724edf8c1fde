import type { ComponentProps, MouseEvent } from 'react'

import styles from './link.module.css'
import { go } from '../browser/location.ts'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'>

/** The browser itself handles a click with a modifier key, as for a new tab. */
export function Link({ to, onClick, children, ...rest }: LinkProps & { to: string }) {
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

/** A long email address breaks before its @, and not before its last letter. */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
