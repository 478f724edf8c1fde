import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { AxeResults } from 'axe-core'
import type { CDPSession, Page } from '@playwright/test'

import { paths } from '@ekyc/contract/paths'
import { expect, test } from './held-session.ts'
import { roomProblems } from './room.ts'
import { openScreen } from './open-screen.ts'
import { screens } from './screens.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** axe's rule sets: WCAG 2.2 AA, its best practices and its experimental rules. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental']
const narrow = { width: 360, height: 760 }
const broad = { width: 1280, height: 800 }

// The test injects axe, which the page's policy would refuse; browser-safety.spec.ts tests the policy.
test.use({ bypassCSP: true, viewport: narrow, contextOptions: { reducedMotion: 'reduce' } })

// This file takes longer than any other, so its tests are spread over the workers.
test.describe.configure({ mode: 'parallel' })

test('the table of screens holds every route of the product', () => {
  const shown = new Set(screens.map(({ path }) => path))
  expect(Object.values(paths).filter(path => !shown.has(path))).toEqual([])
  expect(shown).toContain('elsewhere')
})

for (const path of new Set(screens.map(screen => screen.path))) {
  const states = screens.filter(screen => screen.path === path)

  test(`${path} is usable by everyone in each of its ${states.length} states`, async ({
    page,
    product,
    session,
  }) => {
    test.setTimeout(60_000 + states.length * 15_000)
    const browser = await page.context().newCDPSession(page)
    await page.addInitScript(axe)
    for (const screen of states) {
      await test.step(screen.state, async () => {
        const leave = await openScreen(screen, { page, product, session, isUsed: true })
        expect.soft(await problemsIn(page, browser), `${path}, ${screen.state}`).toEqual([])
        await leave()
      })
    }
  })
}

/** The colour scheme changes colours only, so the dark looks need the contrast rule alone. */
const looks = [
  { size: narrow, scheme: 'light', rules: { type: 'tag', values: tags } },
  { size: narrow, scheme: 'dark', rules: { type: 'rule', values: ['color-contrast'] } },
  { size: broad, scheme: 'dark', rules: { type: 'rule', values: ['color-contrast'] } },
  { size: broad, scheme: 'light', rules: { type: 'tag', values: tags } },
] as const

async function problemsIn(page: Page, browser: CDPSession): Promise<string[]> {
  // axe takes what a sticky bar covers at this scroll position for too small a target.
  await page.addStyleTag({
    content: '.action-bar_bar, .steps_steps, .page-header_header { position: static !important }',
  })
  const found: string[] = []
  const note = (where: string, problems: string[]) => found.push(...problems.map(one => `${where}: ${one}`))
  for (const { size, scheme, rules } of looks) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: scheme })
    note(`${size.width} px, ${scheme}`, [...(await roomProblems(page)), ...(await audit(page, rules))])
  }
  // 640 px at 200 % zoom, then a font size of 200 % in that window.
  await page.setViewportSize({ width: 320, height: 640 })
  note('zoomed to 200 %', await roomProblems(page))
  await page.setViewportSize({ width: 640, height: 900 })
  await setLetters(page, browser, 32)
  note('letters of 200 %', await roomProblems(page))
  await setLetters(page, browser, 16)
  await page.setViewportSize(narrow)
  return found
}

async function audit(page: Page, runOnly: object): Promise<string[]> {
  const { violations } = await page.evaluate(
    options => (globalThis as unknown as { axe: { run(o: object): Promise<AxeResults> } }).axe.run(options),
    { runOnly, resultTypes: ['violations'] },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} at ${html.slice(0, 200)}: ${failureSummary}`),
  )
}

/** Sets the browser's own font size, as a person does in its settings. */
async function setLetters(page: Page, browser: CDPSession, pixels: number): Promise<void> {
  await browser.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels - 3 } })
  await expect(page.locator('html')).toHaveCSS('font-size', `${pixels}px`)
}
