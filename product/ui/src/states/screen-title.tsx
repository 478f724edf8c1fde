import { useEffect, useRef, type ReactNode } from 'react'

import { hasGoneOn } from '../browser/location.ts'

export type ScreenTitleProps = {
  children: string
  focus?: boolean
  id?: string
  describedBy?: string | undefined
  tab?: string
}

let screensShown = 0

/**
 * The h1 of a screen. The browser tab shows the title (or `tab`) and `product`. After a navigation the title takes the
 * focus, so that a screen reader announces the screen. Pass `focus={false}` if a field takes the focus. `describedBy`
 * is the id of a text that is read with the title.
 */
export function ScreenTitle({
  product,
  children,
  focus = true,
  id,
  describedBy,
  tab = children,
}: ScreenTitleProps & { product: string }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${tab} · ${product}`
  }, [tab, product])
  useEffect(() => {
    screensShown += 1
    if (focus && (screensShown > 1 || hasGoneOn())) heading.current?.focus({ preventScroll: true })
  }, [focus])
  return (
    <h1 ref={heading} id={id} tabIndex={-1} aria-describedby={describedBy}>
      {children}
    </h1>
  )
}
