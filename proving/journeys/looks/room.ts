import type { Page } from '@playwright/test'

import { lookAgain } from './look-again.ts'

/**
 * Returns the layout problems of a page: content that overflows, is cut off or lies outside the window; lines that
 * touch; targets that are too small (44 px for actions and fields, less for links); buttons of a dialog or of a form
 * for a new password that are out of view; and animations despite reduced motion.
 */
export function roomProblems(page: Page): Promise<string[]> {
  return lookAgain(() => page.evaluate(findRoomProblems))
}

/** The function is sent to the page as text, so it uses nothing from outside its body. */
export async function findRoomProblems(): Promise<string[]> {
  // The smallest allowed sizes of targets that may be below 44 px, by selector. A graph's months (radio buttons) share
  // the graph's width, so they may be small; the arrow keys and a table are the accessible alternatives.
  const rooms: [selector: string, pixels: number][] = [
    ['p a', 0],
    ['[type=radio]', 20],
    ['a', 24],
  ]
  await new Promise(requestAnimationFrame)
  return [...whatDoesNotFit(), ...whatTouches(), ...whatIsSmall(), ...whatIsOutOfView(), ...whatMoves()]

  function whatDoesNotFit(): string[] {
    const { clientWidth, scrollWidth } = document.documentElement
    const sideways =
      scrollWidth > clientWidth ? [`scrolls sideways: ${scrollWidth} px in ${clientWidth} px`] : []
    const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter(element => {
      return (
        element.clientWidth > 1 &&
        !element.matches('input, select') &&
        element.checkVisibility() &&
        isCut(element)
      )
    })
    const beside = [...document.querySelectorAll<HTMLElement>('#root *')].filter(isBeside)
    return [
      ...sideways,
      ...beside.map(element => `beside the window: ${element.outerHTML.slice(0, 160)}`),
      ...cut.map(element => `does not fit: ${element.outerHTML.slice(0, 160)}`),
    ]
  }

  function isCut(element: HTMLElement): boolean {
    const isTooWide = element.scrollWidth > element.clientWidth + 1
    const isTooHigh = element.scrollHeight > element.clientHeight + 1
    return isTooWide || (isTooHigh && getComputedStyle(element).overflowY === 'hidden')
  }

  function isBeside(element: HTMLElement): boolean {
    const { left, right, width } = element.getBoundingClientRect()
    const isOutside = width > 1 && (left < -1 || right > innerWidth + 1)
    return isOutside && element.checkVisibility() && !isForEars(element)
  }

  /** Tells whether an element is only for screen readers: its box, or a box around it, then measures one pixel. */
  function isForEars(element: HTMLElement): boolean {
    if (element.offsetWidth <= 1) return true
    return element.parentElement !== null && isForEars(element.parentElement)
  }

  // Finds lines that touch. Marks above and below Indian letters take up to 1.34 times the font size.
  function whatTouches(): string[] {
    if (document.documentElement.lang === 'en') return []
    return [...document.querySelectorAll('h1, h2, h3, button, legend')].flatMap(heading => {
      const { lineHeight, fontSize } = getComputedStyle(heading)
      const isTight = parseFloat(lineHeight) / parseFloat(fontSize) < 1.34
      const hasLines = heading.getBoundingClientRect().height > 1.9 * parseFloat(lineHeight)
      return isTight && hasLines && heading.checkVisibility() ? [`lines touch: ${heading.textContent}`] : []
    })
  }

  function whatIsSmall(): string[] {
    const found: string[] = []
    for (const control of document.querySelectorAll<HTMLElement>('a, button, input, select, summary')) {
      const { width, height } = (control.closest('label') ?? control).getBoundingClientRect()
      if (width === 0 || !control.checkVisibility()) continue
      const needed = rooms.find(([selector]) => control.matches(selector))?.[1] ?? 44
      if (Math.min(width, height) < needed - 0.5)
        found.push(`${Math.round(width)} x ${Math.round(height)} px: ${control.outerHTML.slice(0, 160)}`)
    }
    return found
  }

  function whatIsOutOfView(): string[] {
    const covered = [...document.querySelectorAll('dialog[open]')].filter(
      ({ scrollHeight, clientHeight, lastElementChild: buttons }) =>
        scrollHeight <= clientHeight &&
        (buttons?.previousElementSibling?.getBoundingClientRect().bottom ?? 0) >
          (buttons?.getBoundingClientRect().top ?? 0) + 1,
    )
    if (covered.length > 0) return ['words of a dialog lie beneath its buttons']
    // A form that is sent already wants no press any more.
    const inView = 'dialog[open] button, form:has([name=confirmed]) [type=submit]:not([aria-busy=true])'
    return [...document.querySelectorAll(inView)].flatMap(button => {
      const { bottom } = button.getBoundingClientRect()
      const end = button.closest('dialog')?.getBoundingClientRect().bottom ?? innerHeight
      return bottom > Math.min(end, innerHeight) ? [`out of view: ${button.outerHTML.slice(0, 160)}`] : []
    })
  }

  function whatMoves(): string[] {
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) return []
    return document.getAnimations().flatMap(({ effect }) => {
      const target = effect instanceof KeyframeEffect ? effect.target?.outerHTML.slice(0, 160) : ''
      return Number(effect?.getComputedTiming().activeDuration) > 10 ? [`moves: ${target}`] : []
    })
  }
}
