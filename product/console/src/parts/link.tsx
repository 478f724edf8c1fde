import type { ComponentProps, MouseEvent } from 'react'

import { go } from '../session/address.ts'

/** A link to a page of the console. Modifier keys open it in a new tab. */
export function Link({ to, onClick, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the content comes with the other properties
    <a
      {...rest}
      href={to}
      onClick={event => {
        onClick?.(event)
        if (event.defaultPrevented || wantsNewTab(event)) return
        event.preventDefault()
        go(to)
      }}
    />
  )
}

function wantsNewTab(event: MouseEvent): boolean {
  return event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
}
