import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'

import react from '@vitejs/plugin-react'
import type { Page } from '@playwright/test'
import { build } from 'vite'

import { expect, test as base } from './held-session.ts'
import { roomProblems } from './room.ts'
import { openScreen } from './open-screen.ts'
import { screens } from './screens.ts'

/** `portalInPseudo` is a folder with the portal built in the language of longer-texts.ts. */
const test = base.extend<object, { portalInPseudo: string }>({
  portalInPseudo: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants a pattern that names what a fixture needs
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'ekyc-pseudo-'))
      await buildInPseudo(folder)
      await use(folder)
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.use({ viewport: { width: 360, height: 760 }, contextOptions: { reducedMotion: 'reduce' } })

test('every text comes from the catalogue, and texts longer by 40 % fit at 360 px', async ({
  page,
  product,
  session,
  portalInPseudo,
}) => {
  test.setTimeout(60_000 + screens.length * 10_000)
  page.setDefaultTimeout(20_000)
  await letScannersThrough(page, product.address)
  await serve(page, portalInPseudo, new URL(product.address).port)
  const data = collectData(page)
  for (const screen of screens) {
    await test.step(`${screen.path}, ${screen.state}`, async () => {
      const leave = await openScreen(screen, { page, product, session, isUsed: true })
      data.add(JSON.stringify([session.slice, screen.slice, screen.answers]))
      const found = [...(await roomProblems(page)), ...(await untranslated(page, data))]
      expect.soft(found, `${screen.path}, ${screen.state}`).toEqual([])
      await leave()
    })
  }
})

async function buildInPseudo(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, '../portal'),
    logLevel: 'error',
    plugins: [react()],
    resolve: {
      alias: [
        {
          find: /^\.\/en\.ts$/,
          replacement: join(import.meta.dirname, '../portal/src/testing/longer-texts.ts'),
        },
      ],
    },
    css: {
      modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}_${name}` },
    },
    build: { outDir, minify: false, assetsInlineLimit: 0 },
  })
}

/** Serves the page and its files from the folder; calls go to the product. */
async function serve(page: Page, folder: string, port: string): Promise<void> {
  const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }
  const index = await readFile(join(folder, 'index.html'), 'utf8')
  const isFile = (url: URL) => url.port === port && url.pathname.startsWith('/assets/')
  const isScreen = (url: URL) => url.port === port && !/^\/(api|assets|health)\/|\.\w+$/.test(url.pathname)
  await page.context().route(isScreen, route => route.fulfill({ contentType: 'text/html', body: index }))
  await page.context().route(isFile, async route => {
    const name = basename(new URL(route.request().url()).pathname)
    const file = await readFile(join(folder, 'assets', name)).catch(() => undefined)
    await (file ? route.fulfill({ contentType: types[extname(name)] ?? '', body: file }) : route.abort())
  })
}

/** Grants the permission to call this computer, which the browser cannot derive for a fulfilled page. */
async function letScannersThrough(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { browserContextId = '' } = (await session.send('Target.getTargetInfo')).targetInfo
  const browser = await page.context().browser()?.newBrowserCDPSession()
  await browser?.send('Browser.setPermission', {
    permission: { name: 'loopback-network' },
    setting: 'granted',
    origin,
    browserContextId,
  })
}

type Data = { add(text: string): void; all(): Promise<Set<string>> }

/** Collects data of servers, devices and the session, which the portal shows untranslated. */
function collectData(page: Page): Data {
  const told: Promise<string>[] = []
  page.on('response', response => {
    if (!/\/api\/|branding\.json|:111\d\d\//.test(response.url())) return
    // A response that is cut by leaving the page contributes nothing.
    told.push(response.text().catch(() => ''))
  })
  return {
    add: text => void told.push(Promise.resolve(text)),
    all: async () => new Set((await Promise.all(told)).flatMap(stringsIn)),
  }
}

/** Extracts the quoted strings of JSON and of the devices' XML. */
function stringsIn(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, inside = '']) => inside)
}

/** Returns texts, accessible names and titles that are neither in the pseudo-language nor data. */
async function untranslated(page: Page, data: Data): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const texts = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement
      if (element?.checkVisibility() && !element.matches('script, style'))
        texts.push(walker.currentNode.nodeValue ?? '')
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`))
        texts.push(element.getAttribute(name) ?? '')
    }
    return texts
  })
  // The data is read after the texts, so that every shown value is among it.
  const known = await data.all()
  const isSaid = (piece: string) => known.has(piece) || ofTheBrowser.has(piece) || isPlain.test(piece)
  // The portal joins an address, and a device with its driver, into one line.
  const isJoined = (piece: string) =>
    piece.split(/, | \(|\)$/).every(part => [...known].some(one => one.includes(part)))
  return shown
    .flatMap(text => (inBrackets.test(text) ? [] : text.split(' · ')))
    .map(piece => piece.trim())
    .filter(piece => !inBrackets.test(piece) && !isSaid(piece) && !isJoined(piece))
    .map(piece => `not from the catalogue: ${piece}`)
}

const inBrackets = /^\W*\[.*\]\W*$/s

/** Matches numbers, signs, an address, an agent's initials, and the scanners that screens/screen.ts plays. */
const isPlain = /^([\W\d]*|\S+:\d+|\[?\p{Lu}{1,2}|Model 1110\d)$/u

/** Matches the browser's own words: month names and its text for a failed fetch. */
const ofTheBrowser = new Set([
  'Failed to fetch',
  ...(['narrow', 'short', 'long'] as const).flatMap(month =>
    Array.from({ length: 24 }, (_, index) =>
      new Intl.DateTimeFormat('en', { month, ...(month === 'long' && { year: 'numeric' }) }).format(
        new Date(new Date().getFullYear() - 1, index, 15),
      ),
    ),
  ),
])
