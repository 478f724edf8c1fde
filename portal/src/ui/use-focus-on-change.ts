import { useEffect, useRef, type RefObject } from 'react'

/**
 * When the landmark changes, the control that was pressed has often made room for another: the focus goes to the first
 * element marked `data-next`. Not at first: the screen's title has it then.
 */
export function useFocusOnChange(landmark: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(landmark)
  useEffect(() => {
    if (before.current === landmark) return
    before.current = landmark
    place.current?.querySelector<HTMLElement>('[data-next]')?.focus({ preventScroll: false })
  }, [landmark])
  return place
}
