import type { Page } from '@playwright/test'

/**
 * What does not fit on a page: what sticks out sideways or is cut off, what a finger can hardly hit (44 px for actions
 * and fields, 24 px for all else), and what moves although the person has asked that nothing should.
 */
export async function roomProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = []
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth > clientWidth) problems.push(`scrolls sideways: ${scrollWidth} px in ${clientWidth} px`)

    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (!element.checkVisibility()) continue
      const style = getComputedStyle(element)
      const isForEars = element.clientWidth <= 1
      const cuts = style.overflowX !== 'visible' || element.matches('button, a, summary, label')
      if (
        cuts &&
        !isForEars &&
        element.scrollWidth > element.clientWidth + 1 &&
        !element.matches('input, select')
      )
        problems.push(`cut off: ${element.outerHTML.slice(0, 120)}`)
    }

    for (const control of document.querySelectorAll<HTMLElement>('a, button, input, select, summary')) {
      const { width, height } = (control.closest('label') ?? control).getBoundingClientRect()
      if (width === 0 || !control.checkVisibility()) continue
      const isSmall = control.matches('a, [type=radio]')
      const needed = control.matches('p a') ? 0 : isSmall ? 24 : 44
      if (Math.min(width, height) < needed - 0.5)
        problems.push(`${Math.round(width)} x ${Math.round(height)} px: ${control.outerHTML.slice(0, 120)}`)
    }

    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      for (const { effect } of document.getAnimations()) {
        const target = effect instanceof KeyframeEffect ? effect.target?.outerHTML.slice(0, 120) : ''
        if (Number(effect?.getComputedTiming().activeDuration) > 10) problems.push(`moves: ${target}`)
      }
    }
    return problems
  })
}
