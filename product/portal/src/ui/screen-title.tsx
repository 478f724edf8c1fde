import { useEffect, useRef, type ReactNode } from 'react'

import { useBranding } from '../api/branding.ts'

let screensShown = 0

/**
 * A screen's h1. It names the browser tab and takes the focus after a navigation, so that a screen reader announces the
 * screen. Pass `focus={false}` if a field takes the focus; `describedBy` is the id of a text to be read with the title.
 */
export function ScreenTitle({
  children,
  focus = true,
  id,
  describedBy,
  tab = children,
}: {
  children: string
  focus?: boolean
  id?: string
  describedBy?: string | undefined
  /** Names the browser tab instead of the title. */
  tab?: string
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  const productName = useBranding(branding => branding.productName)
  useEffect(() => {
    document.title = `${tab} · ${productName}`
  }, [tab, productName])
  useEffect(() => {
    screensShown += 1
    if (focus && screensShown > 1) heading.current?.focus({ preventScroll: true })
  }, [focus])
  return (
    <h1 ref={heading} id={id} tabIndex={-1} aria-describedby={describedBy}>
      {children}
    </h1>
  )
}
