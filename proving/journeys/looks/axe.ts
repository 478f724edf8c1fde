import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

import type { AxeResults } from 'axe-core'
import type { Page } from '@playwright/test'

export const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

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

/** Serves axe to the browser, which keeps the compiled code of a script that it fetches, but not of one that is sent to it. */
const axeServer = createServer((_request, answer) => {
  answer.setHeader('content-type', 'text/javascript')
  answer.setHeader('cache-control', 'max-age=86400, immutable')
  answer.setHeader('cross-origin-resource-policy', 'cross-origin')
  createReadStream(axeFile).pipe(answer)
})

export async function injectAxe(page: Page): Promise<void> {
  if (!axeServer.listening) {
    await new Promise<void>(resolve => axeServer.listen(0, '127.0.0.1', resolve))
    axeServer.unref()
  }
  const { port } = axeServer.address() as AddressInfo
  await page.addScriptTag({ url: `http://127.0.0.1:${port}/axe.js` })
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
