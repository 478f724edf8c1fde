import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { AxeResults } from 'axe-core'
import type { Page } from '@playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental']

/**
 * The rules of axe for a page in different widths and colour schemes. The rules on names and structure run only once,
 * because every element exists in all widths and colour schemes.
 */
export const rules = {
  all: { type: 'tag', values: tags },
  ofLayout: { type: 'rule', values: ['color-contrast', 'target-size', 'scrollable-region-focusable'] },
  ofColour: { type: 'rule', values: ['color-contrast'] },
} as const

/** Sends axe by the browser's protocol, which the page's own policy does not hold up. */
export async function injectAxe(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Runtime.evaluate', { expression: `${source};0` })
  await browser.detach()
}

export async function axeProblems(page: Page, runOnly: object): Promise<string[]> {
  const { violations } = await page.evaluate(
    options => (globalThis as unknown as { axe: { run(o: object): Promise<AxeResults> } }).axe.run(options),
    // With `preload` axe fetches and reads all styles again, for one rule, css-orientation-lock.
    { runOnly, resultTypes: ['violations'], selectors: false, preload: Boolean(process.env['LONG']) },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} at ${html.slice(0, 200)}: ${failureSummary}`),
  )
}

/**
 * Tells whether a page shows a kind of element, or a colour, that is not yet in `known`. Axe needs a second for a page,
 * so that a walk with `npm test` asks it only then.
 */
export async function hasNewParts(page: Page, known: Set<string>): Promise<boolean> {
  const before = known.size
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll('body *')].flatMap(element => {
      const naming = ['aria-label', 'aria-labelledby', 'id', 'for'].filter(name => element.hasAttribute(name))
      const { color, backgroundColor } = getComputedStyle(element)
      return [[element.localName, element.role, ...naming].join(' '), `${color} on ${backgroundColor}`]
    }),
  )
  for (const kind of shown) known.add(kind)
  return known.size > before
}
