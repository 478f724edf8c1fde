import { useEffect, useRef, type RefObject } from 'react'

/** Stores the height of an element in a custom property of the page, so that other styles can leave room for it. */
export function useHeightOf(property: `--${string}`): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(property)
    }
  }, [property])
  return place
}
