import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { AxeResults } from 'axe-core'
import type { CDPSession, Page } from '@playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 AA, axe's best practices and its experimental rules. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental']

/**
 * The rules on names and structure run in one look only, because no element exists in just one width or colour scheme.
 */
export const rules = {
  all: { type: 'tag', values: tags },
  ofLayout: { type: 'rule', values: ['color-contrast', 'target-size', 'scrollable-region-focusable'] },
  ofColour: { type: 'rule', values: ['color-contrast'] },
} as const

/** Injects axe, which the page's policy refuses unless the test bypasses it. */
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
