import { useLayoutEffect, useRef } from 'react'

import { Button } from './button.tsx'

/**
 * Reads again what could not be read, and goes. Whoever pressed it stays in the QueryRegion around it, and is at the
 * button again when the next try fails too: the focus never falls back to the top of the page.
 */
export function TryAgain({ children, onPress }: { children: string; onPress: () => void }) {
  const place = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = place.current
    const region = button?.closest<HTMLElement>('[role=group]')
    if (region && document.activeElement === region) button?.focus()
    return () => {
      if (document.activeElement === button) region?.focus()
    }
  }, [])
  return (
    <Button ref={place} look="quiet" onClick={onPress}>
      {children}
    </Button>
  )
}
