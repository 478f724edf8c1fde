import { useEffect, useState, type RefObject } from 'react'

/** The height, in px, of the hint that covers content above the bar, and the number of hidden data-item elements. */
type HiddenBelow = { height: number; items: number }

/**
 * Measures the content of the page or dialog that is hidden beneath a bar at the foot of the window, or that the bar
 * cuts. `mark` is a child of the bar. Calls `onAllSeen` when no item is hidden.
 */
export function useHiddenBelow(
  mark: RefObject<HTMLElement | null>,
  onAllSeen?: () => void,
): HiddenBelow | undefined {
  const [hidden, setHidden] = useState<HiddenBelow>()
  useEffect(() => {
    const element = mark.current?.parentElement
    const place = element?.closest('dialog, main, body')
    if (!element || !place) return undefined
    let frame = 0
    const measure = () => {
      if (!isVisible(element)) return
      const found = hiddenBelow(element, place)
      setHidden(before => (isSame(before, found) ? before : found))
      if (!found?.items) onAllSeen?.()
    }
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(measure)
    }
    const sizes = new ResizeObserver(look)
    sizes.observe(place)
    sizes.observe(element)
    const content = new MutationObserver(look)
    content.observe(place, { childList: true, characterData: true, subtree: true })
    const listening = { capture: true, passive: true }
    addEventListener('scroll', look, listening)
    addEventListener('resize', look)
    measure()
    return () => {
      cancelAnimationFrame(frame)
      sizes.disconnect()
      content.disconnect()
      removeEventListener('scroll', look, listening)
      removeEventListener('resize', look)
    }
  }, [mark, onAllSeen])
  return hidden
}

const leastHeight = 48

function hiddenBelow(bar: HTMLElement, place: Element): HiddenBelow | undefined {
  const { top: edge, bottom, left, right } = bar.getBoundingClientRect()
  if (bottom < footOf(bar, place) - 2) return undefined
  const isBeneath = (box: DOMRect) => box.bottom > edge + 1 && box.left < right && box.right > left
  const boxes = boxesIn(place, bar)
  if (!boxes.some(isBeneath)) return undefined
  let top = edge - leastHeight
  for (let cut = cutBy(top); cut.length > 0; cut = cutBy(top)) top = Math.min(...cut.map(box => box.top))
  const items = [...place.querySelectorAll('[data-item]')]
  return {
    height: Math.ceil(edge - top),
    items: items.filter(item => isBeneath(item.getBoundingClientRect())).length,
  }

  function cutBy(line: number): DOMRect[] {
    return boxes.filter(
      box => box.left < right && box.right > left && box.top < line - 1 && box.bottom > line + 1,
    )
  }
}

/** Returns the position of the dialog's or window's foot, in px. The bar is at the foot while more content follows. */
function footOf(bar: HTMLElement, place: Element): number {
  if (place instanceof HTMLDialogElement) return place.getBoundingClientRect().bottom
  return innerHeight - Number.parseFloat(getComputedStyle(bar).bottom || '0')
}

/** Returns the boxes of all text lines and controls. The hint and the bar cover each box completely or not at all. */
function boxesIn(place: Element, bar: Element): DOMRect[] {
  const range = document.createRange()
  const found: DOMRect[] = []
  const nodes = document.createTreeWalker(place, NodeFilter.SHOW_TEXT + NodeFilter.SHOW_ELEMENT)
  while (nodes.nextNode()) {
    const node = nodes.currentNode
    const element = node instanceof Element ? node : node.parentElement
    if (!element || bar.contains(element) || !isShown(element)) continue
    if (node instanceof Text) {
      range.selectNodeContents(node)
      if (node.data.trim()) found.push(...range.getClientRects())
    } else if (element.matches('button, input, select, summary')) found.push(element.getBoundingClientRect())
  }
  return found
}

/** A text only for screen readers has a box of one pixel. */
function isShown(element: Element): boolean {
  return isVisible(element) && element.clientWidth !== 1
}

/** Older browsers lack checkVisibility, but their hidden elements have no boxes. */
function isVisible(element: Element): boolean {
  return !('checkVisibility' in element) || element.checkVisibility()
}

function isSame(before: HiddenBelow | undefined, now: HiddenBelow | undefined): boolean {
  return before?.height === now?.height && before?.items === now?.items
}
