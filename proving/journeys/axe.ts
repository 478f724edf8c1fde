import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { AxeResults } from 'axe-core'
import type { CDPSession, Page } from '@playwright/test'

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

export async function injectAxe(browser: CDPSession): Promise<void> {
  await browser.send('Runtime.evaluate', { expression: `${source};0` })
}

export async function axeProblems(page: Page, runOnly: object): Promise<string[]> {
  const { violations } = await page.evaluate(
    options => (globalThis as unknown as { axe: { run(o: object): Promise<AxeResults> } }).axe.run(options),
    { runOnly, resultTypes: ['violations'], selectors: false },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} at ${html.slice(0, 200)}: ${failureSummary}`),
  )
}
