import { useEffect, type RefObject } from 'react'

/**
 * Drops the second click of a double click, which would press the control that the first click brought: Cancel instead
 * of Capture Fingerprint. It listens before React does, because React's checkboxes change on a click even if a later
 * listener stops it.
 */
export function useSingleClicks(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = place.current
    const drop = (event: MouseEvent) => {
      if (event.detail < 2 || isText(event.target)) return
      event.preventDefault()
      event.stopPropagation()
    }
    element?.addEventListener('click', drop, { capture: true })
    return () => element?.removeEventListener('click', drop, { capture: true })
  }, [place])
}

/** Tells whether the click is in a text field, where a double click selects a word. */
function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type !== 'checkbox'
}
