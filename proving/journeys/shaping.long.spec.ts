import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { withoutJoiners } from '../languages/glossary.ts'
import { translated, type Translated } from '../languages/languages.ts'
import { shownTexts } from '../languages/shown-texts.ts'
import { inOldLetters } from '../languages/spelling.ts'
import { expect, test } from './product.ts'

const models: Record<Translated, string> = {
  hi: 'hin',
  bn: 'ben',
  mr: 'mar',
  te: 'tel',
  ta: 'tam',
  gu: 'guj',
  kn: 'kan',
  or: 'ori',
  ml: 'mal',
  pa: 'pan',
}

/** Texts without Latin letters. With the English model beside the Odia model, tesseract misreads some Odia words. */
const keys = [
  'branding/default.json consent.data',
  'branding/default.json consent.purpose',
  'branding/default.json consent.alternatives',
]

/** The least likeness that counts as readable. The measured values are 0.94 (Odia) to 1.00. */
const enough = 0.85

/** A character that no font has, so that a browser draws a box. */
const noLetter = '\u{10fffd}'

const installed = spawnSync('tesseract', ['--list-langs'], { encoding: 'utf8' }).stdout ?? ''
const lacking = Object.values(models).filter(model => !installed.split('\n').includes(model))
test.skip(lacking.length > 0, `tesseract cannot read ${lacking.join(', ')}`)

const fonts = '/usr/share/fonts/truetype/noto/NotoSansMalayalam-Regular.ttf'
test.skip(process.platform === 'linux' && !existsSync(fonts), 'fonts-noto-core is not installed')

// Doubles the pixels, because letters of 16 px have too few pixels for tesseract.
test.use({ viewport: { width: 640, height: 360 }, deviceScaleFactor: 2, colorScheme: 'light' })

test('a reading program reads from the picture of a text what is written there', async ({ page }) => {
  await page.goto('/login')
  for (const language of translated) {
    await show(page, { language, texts: textsOf(language).map(text => [text]) })
    expect.soft(await likeness(page, language), language).toBeGreaterThanOrEqual(enough)
  }
})

test('it reads neither boxes in place of letters nor letters that do not join', async ({ page }) => {
  await page.goto('/login')
  const texts = textsOf('hi')
  const boxes = texts.map(text => [text.replaceAll(/\p{L}\p{M}*/gu, noLetter)])
  await show(page, { language: 'hi', texts: boxes })
  expect(await likeness(page, 'hi')).toBeLessThan(enough)
  await show(page, { language: 'hi', texts: texts.map(text => Array.from(text)) })
  expect(await likeness(page, 'hi')).toBeLessThan(enough)
})

function textsOf(language: Translated): string[] {
  const texts = shownTexts(language)
  return keys.map(key => texts[key] ?? '')
}

/** Each part of a text has its own box, so that parts do not join. */
async function show(page: Page, shown: { language: Translated; texts: string[][] }): Promise<void> {
  await page.evaluate(({ language, texts }) => {
    document.documentElement.lang = language
    document.body.replaceChildren(
      ...texts.map(parts => {
        const paragraph = document.createElement('p')
        for (const part of parts) {
          const element = document.createElement('span')
          if (part.trim() !== '') element.style.display = 'inline-block'
          element.textContent = part
          paragraph.append(element)
        }
        return paragraph
      }),
    )
  }, shown)
}

/** Returns the share of the letters that tesseract reads correctly from the page. */
async function likeness(page: Page, language: Translated): Promise<number> {
  const { stdout } = spawnSync('tesseract', ['-', '-', '-l', models[language], '--psm', '6'], {
    input: await page.screenshot(),
    encoding: 'utf8',
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
  })
  const [meant, found] = [textsOf(language).join(''), stdout].map(text =>
    Array.from(withoutJoiners(inOldLetters(text)).replaceAll(/\s/g, '')),
  )
  return 1 - distance(found ?? [], meant ?? []) / (meant?.length ?? 1)
}

/** Returns the Levenshtein distance. */
function distance(from: string[], to: string[]): number {
  let row = [0, ...to.map((_, index) => index + 1)]
  from.forEach((letter, index) => {
    const above = row
    row = [index + 1]
    to.forEach((other, column) => {
      const changed = (above[column] ?? 0) + (letter === other ? 0 : 1)
      row.push(Math.min((above[column + 1] ?? 0) + 1, (row[column] ?? 0) + 1, changed))
    })
  })
  return row.at(-1) ?? 0
}
