import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { AxeResults } from 'axe-core'
import type { Page } from '@playwright/test'

import { paths } from '../portal/src/session/paths.ts'
import { expect, test } from './held-session.ts'
import { openScreen, screens } from './screens.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 AA, what its authors hold good practice besides, and what it still calls experimental. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental']
const narrow = { width: 360, height: 760 }
const broad = { width: 1280, height: 800 }

// axe is put beside the page; the policy that would refuse it is the subject of browser-safety.spec.ts.
test.use({ bypassCSP: true, viewport: narrow, contextOptions: { reducedMotion: 'reduce' } })

test('the table of screens holds every route of the product', () => {
  const shown = new Set(screens.map(({ path }) => path))
  expect(Object.values(paths).filter(path => !shown.has(path))).toEqual([])
  expect(shown).toContain('elsewhere')
})

for (const screen of screens) {
  test(`accessible: ${screen.path}, ${screen.state}`, async ({ page, product, session }) => {
    await openScreen(screen, { page, product, address: product.address, session })
    await page.evaluate(axe)

    const found: string[] = []
    for (const { size, scheme, rules } of looks) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: scheme })
      await drawnAnew(page)
      for (const finding of [...(await audit(page, rules)), ...(await roomProblems(page))])
        found.push(`${size.width} px, ${scheme}: ${finding}`)
    }
    expect(found).toEqual([])
  })
}

/** The scheme changes colours and nothing else. */
const looks = [
  { size: narrow, scheme: 'light', rules: { type: 'tag', values: tags } },
  { size: narrow, scheme: 'dark', rules: { type: 'rule', values: ['color-contrast'] } },
  { size: broad, scheme: 'dark', rules: { type: 'rule', values: ['color-contrast'] } },
  { size: broad, scheme: 'light', rules: { type: 'tag', values: tags } },
] as const

async function audit(page: Page, runOnly: object): Promise<string[]> {
  const { violations } = await page.evaluate(
    options => (globalThis as unknown as { axe: { run(o: object): Promise<AxeResults> } }).axe.run(options),
    { runOnly, resultTypes: ['violations'] },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} at ${html.slice(0, 200)}: ${failureSummary}`),
  )
}

/** What sticks out sideways, and what a finger can hardly hit: 44 px for actions and fields, 24 px for all else. */
async function roomProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = []
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth > clientWidth) problems.push(`scrolls sideways: ${scrollWidth} px in ${clientWidth} px`)
    const controls = document.querySelectorAll<HTMLElement>('a, button, input, select, summary')
    for (const control of controls) {
      const target = control.closest('label') ?? control
      const { width, height } = target.getBoundingClientRect()
      if (width === 0 || !control.checkVisibility()) continue
      const isInText = control.matches('p a')
      const isSmall = control.matches('a, [type=radio]')
      const needed = isInText ? 0 : isSmall ? 24 : 44
      if (Math.min(width, height) < needed - 0.5)
        problems.push(`${Math.round(width)} x ${Math.round(height)} px: ${control.outerHTML.slice(0, 120)}`)
    }
    return problems
  })
}

/** Colours change over 1 ms even where motion is reduced. */
async function drawnAnew(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
  })
}
