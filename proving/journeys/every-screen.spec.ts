import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Language } from '@ekyc/contract/languages'
import { paths } from '@ekyc/contract/paths'
import { refusals } from '@ekyc/contract/refusals'
import type { CDPSession, Page } from '@playwright/test'

import { readCatalogue } from '../languages/catalogues.ts'
import { translated } from '../languages/languages.ts'
import { photographed, screenshotOf } from '../languages/screenshots.ts'
import { axeProblems, hasNewParts, injectAxe, rules } from './looks/axe.ts'
import { findCutLines } from './looks/cut-lines.ts'
import { collectData, type Data } from './data.ts'
import { foreignTexts, readTexts } from './languages/foreign-texts.ts'
import { expect, test } from './product.ts'
import { lookAgain } from './looks/look-again.ts'
import { lookInLanguages } from './languages/look-in-languages.ts'
import { openScreen } from './open-screen.ts'
import { outOfView } from './looks/out-of-view.ts'
import { findRoomProblems, roomProblems } from './looks/room.ts'
import { screens } from './screens.ts'
import { isKycScreen, type KycScreen } from './screens/do-kyc.ts'
import type { Screen } from './screens/screen.ts'
import { hasMenu, loadIn, showLanguage } from './languages/show-language.ts'

/** The size that a browser leaves for a page on a phone's screen of 360×740 px. */
const phone = { width: 360, height: 616 }
/** The size that a browser leaves for a page on a laptop's screen of 1366×768 px. */
const laptop = { width: 1366, height: 625 }
/** A window of 640 px at a zoom of 200 % has this size too. */
const narrowest = { width: 320, height: 640 }
const broad = { width: 1280, height: 800 }

const statesOfWalk = 12

/** With LONG=1 the walks go through all languages, sizes and colour schemes. Otherwise through what differs most. */
const isLong = Boolean(process.env['LONG'])
const others: readonly Language[] = isLong ? translated : ['ta']
const languages: readonly Language[] = ['en', ...others]

/** One of the fonts of Indian scripts. Without these fonts the browser draws boxes, whose widths say nothing. */
const fonts = '/usr/share/fonts/truetype/noto/NotoSansMalayalam-Regular.ttf'
const hasFonts = process.platform !== 'linux' || existsSync(fonts)

// The tests inject axe and a style, so their pages bypass the page's policy. browser-safety.spec.ts tests the policy.
test.use({ bypassCSP: true, viewport: phone, contextOptions: { reducedMotion: 'reduce' } })

// This file takes longer than any other, so its tests are spread over the workers.
test.describe.configure({ mode: 'parallel', retries: 1 })

test('the table of screens holds every route of the product, and every screen that a translator is told of', () => {
  const shown = new Set(screens.map(({ path }) => path))
  expect(Object.values(paths).filter(path => !shown.has(path))).toEqual([])
  expect(shown).toContain('elsewhere')
  expect(photographed.filter(name => !screens.map(nameOf).includes(name))).toEqual([])
})

for (const { title, states } of walks()) {
  test(title, async ({ walker: { page, browser, data, judged }, product, session }) => {
    test.setTimeout(60_000 + states.length * 20_000)
    for (const screen of states) {
      await test.step(screen.state, async () => {
        const isInDark = isLong || screen === screens.find(({ path }) => path === screen.path)
        data.add([session.slice, screen.slice, screen.answers])
        // The acts of a state need a broad window, because on a phone the consent stands before the scan.
        await page.setViewportSize(screen.act ? broad : phone)
        const leave = await openScreen(screen, { page, product, session, isUsed: true })
        await page.setViewportSize(phone)
        if (process.env['SCREENSHOTS']) await photograph(page, nameOf(screen))
        const found = [
          // This check comes first, because some states of Do KYC end with the scanner's delay.
          ...(isKycScreen(screen) ? await partsOutOfView(page, screen) : []),
          ...(isLong || (await hasNewParts(page, judged))
            ? await problemsOfUse(page, browser, isInDark)
            : []),
          ...(await problemsOfLanguages(page, data, screen)),
        ]
        expect.soft(found, nameOf(screen)).toEqual([])
        await leave()
      })
    }
  })
}

test('the walk finds a hard-coded text, a text of another language, a native digit, and what is too wide', async ({
  page,
  product,
}) => {
  const data = collectData(page)
  await page.goto(product.address)
  await showLanguage(page, 'mr')
  await page.evaluate(() => {
    for (const text of ['Try again', 'फिर से कोशिश करें', 'त्रुटि 5 %', '५']) {
      const added = document.createElement('p')
      added.append(text)
      added.style.width = '400px'
      document.querySelector('main')?.append(added)
    }
  })
  expect(await foreignTexts(page, data)).toEqual([
    'not in mr: Try again',
    'not in mr: फिर से कोशिश करें',
    'not in mr: त्रुटि 5 %',
    'native digits: ५',
  ])
  expect(await page.evaluate(findRoomProblems)).toContainEqual(
    expect.stringContaining('beside the window: <p'),
  )
})

test('a refusal of the server that is on the screen changes its language with the page', async ({
  page,
  product,
  session,
}) => {
  const refusedCode = 'reference_unknown'
  const refused = screens.find(({ state }) => state === '1 refused, in a dialog')
  if (!refused) throw new Error('the table has no refused reference')
  await openScreen(refused, { page, product, session })
  for (const language of translated) {
    await showLanguage(page, language)
    const said = readCatalogue(language)[`server.${refusedCode}`] ?? ''
    await expect(page.getByRole('dialog')).toContainText(said)
    await expect(page.getByText(refusals[refusedCode])).toBeHidden()
  }
})

async function partsOutOfView(page: Page, screen: KycScreen): Promise<string[]> {
  const onPhone = await outOfView(page, screen)
  await page.setViewportSize(laptop)
  await page.evaluate(() => scrollTo(0, 0))
  const onLaptop = await outOfView(page, screen)
  await page.setViewportSize(phone)
  return [...onPhone, ...onLaptop.map(one => `${laptop.width} px: ${one}`)]
}

const withBar: readonly string[] = [
  paths.doKyc,
  paths.kycResult,
  paths.kycOrder,
  paths.otp,
  paths.changePassword,
  paths.deviceCheck,
]

const ofPhone = { size: phone, scheme: 'light', run: rules.all } as const
const ofPhoneInDark = { size: phone, scheme: 'dark', run: rules.ofColour } as const
const ofBroad = [
  { size: broad, scheme: 'dark', run: rules.ofColour },
  { size: broad, scheme: 'light', run: rules.ofLayout },
] as const

async function problemsOfUse(page: Page, browser: CDPSession, isInDark: boolean): Promise<string[]> {
  const found: string[] = []
  const note = (where: string, problems: string[]) => found.push(...problems.map(one => `${where}: ${one}`))
  const looks = [ofPhone, ...(isInDark ? [ofPhoneInDark] : []), ...(isLong ? ofBroad : [])]
  async function lookAt(
    { size, scheme }: (typeof looks)[number],
    find: () => Promise<string[]>,
  ): Promise<void> {
    if (scheme === 'dark' || isLong) await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize(size)
    note(`${size.width} px, ${scheme}`, await find())
  }
  if (isLong) for (const look of looks) await lookAt(look, () => roomProblems(page))
  await injectAxe(page)
  // Unsticks the bars, because axe would report a control that a sticky bar covers as too small a target.
  const unstuck = await page.addStyleTag({
    content:
      '.action-bar_bar, .result-actions_bar, .steps_steps, .page-frame_header { position: static !important }',
  })
  for (const look of looks) await lookAt(look, () => lookAgain(() => axeProblems(page, look.run), 1))
  if (isInDark) await page.emulateMedia({ colorScheme: 'light' })
  // The hints of the bars are measured anew, because the bars stick again.
  await unstuck.evaluate((style: Element) => {
    style.remove()
    dispatchEvent(new Event('resize'))
  })
  if (!isLong) return found
  await page.setViewportSize({ width: 640, height: 900 })
  await setLetters(page, browser, 32)
  note('letters of 200 %', await roomProblems(page))
  await setLetters(page, browser, 16)
  return found
}

async function setLetters(page: Page, browser: CDPSession, pixels: number): Promise<void> {
  await browser.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels - 3 } })
  await expect(page.locator('html')).toHaveCSS('font-size', `${pixels}px`)
}

/**
 * Returns the problems of a page in its languages: texts without room, texts in another language, and lines that a bar
 * cuts, or hides without a hint. A page with a language menu keeps its state and changes its language in place. A page
 * without this menu loads again for each language.
 */
async function problemsOfLanguages(page: Page, data: Data, { path }: Screen): Promise<string[]> {
  const found: string[] = []
  const isInPlace = await hasMenu(page)
  const bars = withBar.includes(path) ? (['lines'] as const) : []
  const looks: Look[] = [
    ...(isLong ? [{ size: laptop, of: languages, names: bars }] : []),
    { size: phone, of: isLong ? languages : ['en'], names: [...bars, 'room'] },
    ...(isLong ? [] : [{ size: phone, of: others, names: bars }]),
    { size: narrowest, of: isLong ? languages : others, names: ['room', 'texts'] },
  ]
  for (const shown of isInPlace ? [languages] : languages.map(one => [one])) {
    if (!isInPlace && shown[0] && shown[0] !== 'en') await loadIn(page, shown[0])
    for (const look of looks) found.push(...(await problemsAt(page, data, shown, look)))
  }
  await page.context().clearCookies({ name: 'language' })
  return found
}

const finders = { lines: findCutLines, room: findRoomProblems, texts: readTexts }
type Look = { size: typeof phone; of: readonly Language[]; names: readonly (keyof typeof finders)[] }

async function problemsAt(
  page: Page,
  data: Data,
  shown: readonly Language[],
  { size, of, names }: Look,
): Promise<string[]> {
  const wanted: Partial<typeof finders> = Object.fromEntries(
    names.filter(name => hasFonts || name !== 'room').map(name => [name, finders[name]]),
  )
  const chosen = shown.filter(language => of.includes(language))
  if (chosen.length === 0 || names.length === 0) return []
  await page.setViewportSize(size)
  const found: string[] = []
  for (const { language, lines = [], room = [], texts } of await lookInLanguages(page, chosen, wanted)) {
    // The walk in another language finds the hard-coded texts.
    const foreign = texts && language !== 'en' ? await foreignTexts(page, data, texts) : []
    found.push(...[...lines, ...room, ...foreign].map(one => `${size.width} px, ${language}: ${one}`))
  }
  return found
}

/** Splits the states of each path into walks of 12 states at most, so that the workers can share them. */
function walks(): { title: string; states: Screen[] }[] {
  return [...new Set(screens.map(({ path }) => path))].flatMap(path => {
    const states = screens.filter(screen => screen.path === path)
    return Array.from({ length: Math.ceil(states.length / statesOfWalk) }, (_, index) => {
      const first = index * statesOfWalk
      const walked = states.slice(first, first + statesOfWalk)
      const which =
        walked.length === states.length
          ? `each of its ${states.length} states`
          : `states ${first + 1} to ${first + walked.length} of its ${states.length}`
      return {
        title: `${path} is usable by everyone, in ${isLong ? 'every language' : 'English and Tamil'}, in ${which}`,
        states: walked,
      }
    })
  })
}

function nameOf({ path, state }: Screen): string {
  return `${path}, ${state}`
}

async function photograph(page: Page, screen: string): Promise<void> {
  if (!photographed.includes(screen)) return
  const path = join(import.meta.dirname, '../../test-results/screens', screenshotOf(screen))
  await page.screenshot({ path, fullPage: true })
}
