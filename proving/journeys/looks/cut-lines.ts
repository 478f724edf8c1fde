/**
 * Returns the lines of text that a sticky bar cuts, and the lines that a bar hides without a hint that more text
 * follows. The function runs in the page and uses nothing from outside its body, because it is sent as text.
 */
export async function findCutLines(): Promise<string[]> {
  await new Promise(requestAnimationFrame)
  scrollTo(0, 0)
  /** The element that is searched: an open dialog, or the page. */
  const scope = document.querySelector('dialog[open]') ?? document.querySelector('main') ?? document.body
  scope.scrollTop = 0
  return problems()

  function problems(): string[] {
    const bars = [...scope.querySelectorAll('*')].filter(isBar).map(bar => bar.getBoundingClientRect())
    const isMoreTold = [...scope.querySelectorAll('[data-more]')].some(hint => hint.checkVisibility())
    return linesOf(scope).flatMap(({ words, parent, rect }) => {
      // Skips a line that is below the window's edge and under no bar: the scroll bar shows that more text follows.
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

  /** Tells whether an element is a sticky bar at the foot of the window or dialog. Other sticky bars hide no text. */
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

  /** Tells whether an element is visible. Menu options and one-pixel texts for screen readers count as hidden. */
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
