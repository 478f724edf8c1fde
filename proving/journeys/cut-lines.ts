/**
 * Returns the lines of text that a bar cuts, and the lines beside a bar that are hidden while nothing says that more
 * follows. It runs in the page and stands by itself, because it is sent as text.
 */
export async function findCutLines(): Promise<string[]> {
  // A dialog may open or close meanwhile: some states change by themselves.
  let scope: Element = document.body
  scrollTo(0, 0)
  // The hint is placed a frame after a change of the size or the language.
  let found: string[] = []
  for (const frames of [1, 1, 4]) {
    for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame)
    scope = document.querySelector('dialog[open]') ?? document.querySelector('main') ?? document.body
    scope.scrollTop = 0
    found = problems()
    if (found.length === 0) return []
  }
  return found

  function problems(): string[] {
    const bars = [...scope.querySelectorAll('*')].filter(isBar).map(bar => bar.getBoundingClientRect())
    const isMoreTold = [...scope.querySelectorAll('[data-more]')].some(hint => hint.checkVisibility())
    return linesOf(scope).flatMap(({ words, parent, rect }) => {
      // The window's own edge hides what lies beside a bar: its scroll bar tells so.
      const hasBar = bars.some(bar => rect.left < bar.right && rect.right > bar.left)
      if (!hasBar && rect.bottom > innerHeight) return []
      const points = [0.2, 0.5, 0.8].flatMap(part =>
        [rect.left + 2, (rect.left + rect.right) / 2, rect.right - 2].map(x =>
          isInFront(parent, x, rect.top + rect.height * part),
        ),
      )
      if (!points.includes(false)) return []
      if (points.includes(true)) return [`cut: ${words}`]
      return hasBar && !isMoreTold ? [`hidden: ${words}`] : []
    })
  }

  /** A bar that its content has not pushed to the foot of the window, or of its dialog, hides nothing. */
  function isBar(element: Element): boolean {
    const { position, bottom } = getComputedStyle(element)
    if (position !== 'sticky' || bottom === 'auto' || !element.checkVisibility()) return false
    const foot = scope.matches('dialog')
      ? scope.getBoundingClientRect().bottom
      : innerHeight - Number.parseFloat(bottom)
    return element.getBoundingClientRect().bottom >= foot - 2
  }

  function linesOf(place: Element): { words: string; parent: Element; rect: DOMRect }[] {
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
    const lines: { words: string; parent: Element; rect: DOMRect }[] = []
    while (texts.nextNode()) {
      const text = texts.currentNode
      const parent = text.parentElement
      if (!parent || !text.textContent?.trim() || !isShown(parent)) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      for (const rect of range.getClientRects())
        if (rect.width > 4) lines.push({ words: text.textContent.slice(0, 60), parent, rect })
    }
    return lines
  }

  /** A text for screen readers alone has a box of one pixel; the options of a menu have none. */
  function isShown(element: Element): boolean {
    if (!element.checkVisibility() || element.closest('select')) return false
    for (let box: Element | null = element; box; box = box.parentElement)
      if (box instanceof HTMLElement && box.clientWidth === 1) return false
    return true
  }

  function isInFront(parent: Element, x: number, y: number): boolean {
    const { top, bottom } = scope.matches('dialog')
      ? scope.getBoundingClientRect()
      : { top: 0, bottom: innerHeight }
    if (y < top || y >= bottom) return false
    const front = document.elementFromPoint(x, y)
    return front !== null && (front.contains(parent) || parent.contains(front))
  }
}
