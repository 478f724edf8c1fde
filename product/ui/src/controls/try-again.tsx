import { useLayoutEffect, useRef } from 'react'

import { Button } from './button.tsx'

/**
 * A button that starts a new attempt and disappears while the attempt runs. The focus moves to the surrounding
 * QueryRegion, and back to the button if the attempt fails too. The focus therefore never jumps to the top of the page.
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
