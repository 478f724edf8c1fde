import { useEffect, useRef, type RefObject } from 'react'

/**
 * Moves the focus to the first element marked `data-next` when `landmark` changes, because the control that was pressed
 * may be gone. On the first render the screen's title has the focus.
 */
export function useFocusOnChange<Place extends HTMLElement = HTMLDivElement>(
  landmark: string,
  /** `fromTop` also scrolls the page to its top, so that a title there is visible. */
  { fromTop = false } = {},
): RefObject<Place | null> {
  const place = useRef<Place>(null)
  const before = useRef(landmark)
  useEffect(() => {
    if (before.current === landmark) return
    before.current = landmark
    place.current?.querySelector<HTMLElement>('[data-next]')?.focus({ preventScroll: false })
    if (fromTop) window.scrollTo(0, 0)
  }, [landmark, fromTop])
  return place
}
