import { useEffect, type RefObject } from 'react'

/**
 * Drops the second click of a double click. The second click would untick a ticked checkbox again, or press a control
 * that has replaced the clicked control. The listener runs before React's listeners, because React's checkboxes change
 * on a click even if a later listener stops the click.
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
