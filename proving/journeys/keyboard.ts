import type { Locator, Page } from '@playwright/test'

import { expect } from './product.ts'

export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await control.evaluate(element => element === document.activeElement).catch(() => false)) return
    await page.keyboard.press('Tab')
  }
  await expect(control).toBeFocused()
}

export async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

/** Records what a screen reader announces by itself: every change in a live region. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = []
    const live = '[role=alert], [role=status], output, [aria-live]:not([aria-live=off])'
    const hear = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement
      const regions = [element?.closest(live), ...(element?.querySelectorAll(live) ?? [])]
      for (const region of regions) {
        const text = region?.textContent.trim()
        if (text && heard.at(-1) !== text) heard.push(text)
      }
    }
    new MutationObserver(changes => changes.forEach(({ target }) => hear(target))).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    })
    Object.assign(globalThis, { heard })
  })
  return () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)
}
