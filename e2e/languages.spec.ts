import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { languageCodes, type Language } from '@ekyc/contract/languages'
import type { Page } from '@playwright/test'

import { photographed, screenshotOf } from '../scripts/texts/screenshots.ts'
import { catalogueOf, leftOf } from './catalogues.ts'
import { expect, test } from './held-session.ts'
import { openScreen } from './open-screen.ts'
import { roomProblems } from './room.ts'
import { screens } from './screens.ts'

/** Tamil needs the most room, so every screen shows it, after one of the others in their turn. */
const widest: Language = 'ta'
const others = languageCodes.filter(language => language !== 'en' && language !== widest)

const narrow = { width: 320, height: 760 }
const usual = { width: 360, height: 760 }

// All screens twice take minutes, so this file runs on demand: LANGUAGES=1 npm run e2e -- languages
test.skip(!process.env['LANGUAGES'], 'LANGUAGES is not set')

// Without the fonts of a script the browser draws boxes, whose widths tell nothing.
const fonts = '/usr/share/fonts/truetype/noto/NotoSansMalayalam-Regular.ttf'
test.skip(process.platform === 'linux' && !existsSync(fonts), 'fonts-noto-core is not installed')

test.use({ viewport: narrow, contextOptions: { reducedMotion: 'reduce' } })

test('every screen changes its language in place: its texts fit, and nothing of the old language is left', async ({
  page,
  product,
  session,
}) => {
  test.setTimeout(60_000 + screens.length * 10_000)
  page.setDefaultTimeout(20_000)
  for (const [index, screen] of screens.entries()) {
    const name = `${screen.path}, ${screen.state}`
    await test.step(name, async () => {
      await page.context().clearCookies({ name: 'language' })
      const leave = await openScreen(screen, { page, product, session, isUsed: true })
      if (process.env['SCREENSHOTS']) await photograph(page, name)
      const data = JSON.stringify([session.slice, screen.slice, screen.answers])
      let old: Language = 'en'
      for (const language of languagesOf(index)) {
        await showLanguage(page, language)
        const found = [
          ...(await roomProblems(page)),
          ...(await lineProblems(page)),
          ...(await textProblems(page, old, language, data)),
        ]
        expect.soft(found, `${name}, ${language}`).toEqual([])
        old = language
      }
      await page.setViewportSize(usual)
      expect.soft(await roomProblems(page), `${name}, ${old} at ${usual.width} px`).toEqual([])
      await page.setViewportSize(narrow)
      await leave()
    })
  }
})

test('every screen that a translator is told of is in the table', () => {
  const names = screens.map(({ path, state }) => `${path}, ${state}`)
  expect(photographed.filter(name => !names.includes(name))).toEqual([])
})

function languagesOf(index: number): Language[] {
  return [others[index % others.length] ?? widest, widest]
}

/** Chooses a language as the agent does; an open dialog does not hinder the choice. A page without a menu loads again. */
async function showLanguage(page: Page, language: Language): Promise<void> {
  if ((await page.locator('[class*=language-menu_select]').count()) === 0) {
    const [url, name] = [page.url(), 'language']
    await page.context().addCookies([{ name, value: language, url }])
    await page.reload()
    await page.locator('h1').first().waitFor()
  } else {
    const choice = page.locator('select:has(option[lang])').first()
    await choice.evaluate((select: HTMLSelectElement, value) => {
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }, language)
  }
  await page.waitForFunction(code => document.documentElement.lang === code, language)
}

/** Returns headings whose lines touch: marks above and below the letters take up to 1.34 of the size. */
async function lineProblems(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, button, legend')].flatMap(heading => {
      const { lineHeight, fontSize } = getComputedStyle(heading)
      const isTight = parseFloat(lineHeight) / parseFloat(fontSize) < 1.34
      const hasLines = heading.getBoundingClientRect().height > 1.9 * parseFloat(lineHeight)
      return isTight && hasLines && heading.checkVisibility() ? [`lines touch: ${heading.textContent}`] : []
    }),
  )
}

/**
 * Returns texts of the old language, and digits other than 0 to 9. The menu names every language in itself; the words
 * for a page whose scripts do not load are not part of a page that runs.
 */
async function textProblems(page: Page, old: Language, language: Language, data: string): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const texts = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement
      if (!element?.closest('script, style, option[lang], body > [hidden]'))
        texts.push(walker.currentNode.nodeValue ?? '')
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`))
        texts.push(element.getAttribute(name) ?? '')
    }
    return texts.map(text => text.trim()).filter(text => text !== '')
  })
  return [
    ...leftOf(catalogueOf(old), catalogueOf(language), shown)
      .filter(text => !data.includes(JSON.stringify(text).slice(1, -1)))
      .map(text => `still in ${old}: ${text}`),
    ...shown.filter(text => /(?![0-9])\p{Nd}/u.test(text)).map(text => `native digits: ${text}`),
  ]
}

/** Takes a translator's picture: test-results/screens/. */
async function photograph(page: Page, screen: string): Promise<void> {
  if (!photographed.includes(screen)) return
  const path = join(import.meta.dirname, '../test-results/screens', screenshotOf(screen))
  await page.screenshot({ path, fullPage: true })
}
