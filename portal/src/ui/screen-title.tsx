import { useEffect, useRef, type ReactNode } from 'react'

import { useBranding } from '../api/branding.ts'

let screensShown = 0

/**
 * The one h1 of a screen: names the browser tab, and takes the focus when the agent has come from another screen, so
 * that a screen reader says where it is. Where a field wants the focus, pass `focus={false}`; `describedBy` is the id
 * of what shall be read with the title.
 */
export function ScreenTitle({
  children,
  focus = true,
  describedBy,
}: {
  children: string
  focus?: boolean
  describedBy?: string | undefined
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  const productName = useBranding(branding => branding.productName)
  useEffect(() => {
    document.title = `${children} · ${productName}`
  }, [children, productName])
  useEffect(() => {
    screensShown += 1
    if (focus && screensShown > 1) heading.current?.focus({ preventScroll: true })
  }, [focus])
  return (
    <h1 ref={heading} tabIndex={-1} aria-describedby={describedBy}>
      {children}
    </h1>
  )
}
