/**
 * The bench opens the log-in and a static page of the same look, in turn, in one browser with an empty cache, a slow
 * line and a slow computer. It compares their first and largest paints. It also measures the bytes, the layout shift,
 * and the time from an early press of Continue until the browser sends the call. Each round opens the two pages in the
 * next language. Finally the bench counts the files that the portal loads until the dashboard, and until the first
 * scan. It exits with 1 if a figure is above its limit.
 *
 *   npm run node -- proving/bench/portal.ts [--quick]
 */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'

import { languageCodes, type Language } from '@ekyc/contract/languages'
import { chromium, type Page, type Request } from '@playwright/test'

import { buildIfStale } from '../../scripts/build.ts'
import { startProduct } from '../../scripts/product.ts'
import { ensureBrowser } from '../journeys/browser.ts'
import { runBench, silently } from './measure/bench.ts'
import { median, ratio } from './measure/figures.ts'

const line = { bytesPerSecond: 400_000 / 8, latencyMs: 400 }
const cpuSlowdown = 6
const password = 'Agent@2026'
const limits: Record<string, number> = {
  firstPaint: 1.1,
  largestPaint: 1.1,
  layoutShift: 0,
  requests: 6,
  scriptAndStyleBytes: 12_000,
  sentAfterMs: 200,
  calls: 1,
}
/** Matches requests that do not count: the bank's brand, the icon, the calls, and the portal, which loads meanwhile. */
const notCounted = /\/(assets\/|branding\.json|icon\.svg|logo|font|manifest\.webmanifest|api\/)/

/**
 * The most files, and the most bytes of scripts and styles, that the portal may load until a screen is shown. The build
 * checks the part that follows from the imports of its chunks, in each language (product/portal/vite.config.ts).
 */
const loadedLimits: Record<string, Loaded> = {
  'the dashboard': { requests: 17, bytes: 115_000 },
  'the first scan': { requests: 21, bytes: 145_000 },
}

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })

type Opened = Record<
  'firstPaint' | 'largestPaint' | 'layoutShift' | 'requests' | 'pageBytes' | 'scriptAndStyleBytes',
  number
>
type Pressed = Record<'pressedAt' | 'sentAfterMs' | 'calls' | 'nextScreenAt', number>
type Loaded = Record<'requests' | 'bytes', number>
type Browser = Awaited<ReturnType<typeof chromium.launch>>

const compared: [name: keyof Opened, what: string, unit: string][] = [
  ['firstPaint', 'first paint', 'ms'],
  ['largestPaint', 'largest paint', 'ms'],
  ['layoutShift', 'layout shift', ''],
  ['requests', 'requests', ''],
  ['scriptAndStyleBytes', 'script and styles', 'B'],
  ['pageBytes', 'page', 'B'],
]
const timed: [name: keyof Pressed, what: string, unit: string][] = [
  ['pressedAt', 'Continue pressed', 'ms'],
  ['sentAfterMs', 'its call leaves after', 'ms'],
  ['calls', 'calls for it', ''],
  ['nextScreenAt', 'the password screen shows', 'ms'],
]

await runBench('portal', async ({ folder, stopAtEnd, report }) => {
  await buildIfStale(silently)
  // With the demo's agents, one of whom logs in.
  const product = stopAtEnd(
    await startProduct({
      dataDir: folder,
      port: 0,
      sandboxPort: 0,
      devicePort: 'off',
      env: { PATH: process.env['PATH'] },
    }),
  )
  const still = stopAtEnd(await serveStillPage(product.address))
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(silently),
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu', '--disable-background-networking'],
  })
  stopAtEnd({ stop: () => browser.close() })
  const measured: { still: Opened; portal: Opened; pressed: Pressed }[] = []
  // The pages are measured in turn, so that disturbances of the machine affect them equally. Round 0 is a warm-up.
  for (let round = 0; round <= (options.quick ? 3 : languageCodes.length); round += 1)
    measured[round] = {
      still: await open(browser, `${still.address}/login`, languageOf(round)),
      portal: await open(browser, `${product.address}/login`, languageOf(round), '/index.js'),
      pressed: await pressContinue(browser, `${product.address}/login`),
    }
  const kept = measured.slice(1)
  const rounds = {
    still: kept.map(round => round.still),
    portal: kept.map(round => round.portal),
    pressed: kept.map(round => round.pressed),
  }
  const loaded = await untilFirstScan(browser, product.address)
  const { rows, missed } = tableOf(rounds)
  report({
    title: `The log-in at 400 kbit/s, 400 ms, with a computer ${cpuSlowdown} times slower`,
    versions: { chromium: browser.version() },
    quick: options.quick,
    rows: [...rows, ...loaded],
    details: { rounds },
  })
  const allMissed = [...missed, ...loaded.filter(row => row['log-in'] > row.limit)]
  for (const { what } of allMissed) console.log(`Missed: ${what}`)
  process.exitCode = allMissed.length > 0 ? 1 : 0
})

/** The limit of a paint is a ratio to the static page's paint, because times depend on the machine. */
function tableOf({ still, portal, pressed }: { still: Opened[]; portal: Opened[]; pressed: Pressed[] }) {
  const comparison = compared.map(([name, what, unit]) => {
    const [ofStill, ofPortal] = [of(still, name), of(portal, name)]
    const share = unit === 'ms' ? ratio(ofPortal, ofStill).median : undefined
    const logIn = unit === 'B' ? Math.max(...ofPortal) : median(ofPortal)
    const row = { what, 'static page': median(ofStill), 'log-in': logIn, unit }
    return { ...row, ratio: share, limit: limits[name] }
  })
  const times = timed.map(([name, what, unit]) => {
    return { what, 'log-in': median(of(pressed, name)), unit, ratio: undefined, limit: limits[name] }
  })
  const rows = [...comparison, ...times]
  return { rows, missed: rows.filter(row => (row.ratio ?? row['log-in']) > (row.limit ?? Infinity)) }
}

function of<Name extends string>(rounds: Record<Name, number>[], name: Name) {
  return rounds.map(round => round[name])
}

/** Opens a page, and returns the figures of its loading. Sends no input, because input would delay the paint. */
async function open(
  browser: Browser,
  address: string,
  language: Language,
  script = '/login',
): Promise<Opened> {
  return withPage(browser, async page => {
    await page.setExtraHTTPHeaders({ 'accept-language': language })
    const answers: Request[] = []
    page.on('requestfinished', request => answers.push(request))
    // Waits for the script too, because the log-in loads its script after the paint.
    const loaded = page.waitForEvent('requestfinished', request => request.url().includes(script))
    await page.goto(address, { waitUntil: 'load' })
    await loaded
    const counted = answers.filter(request => !notCounted.test(request.url()))
    const sizes = await Promise.all(
      counted.map(async request => ({
        type: request.resourceType(),
        bytes: (await request.sizes()).responseBodySize,
      })),
    )
    const bytesOf = (...types: string[]) =>
      sizes.filter(({ type }) => types.includes(type)).reduce((sum, { bytes }) => sum + bytes, 0)
    return {
      ...(await paints(page)),
      requests: sizes.length,
      pageBytes: bytesOf('document'),
      scriptAndStyleBytes: bytesOf('script', 'stylesheet') + (await inlineBytes(page)),
    }
  })
}

/**
 * Returns the compressed size of the scripts and styles inside the page, in bytes. A script with a type attribute holds
 * data and does not count.
 */
async function inlineBytes(page: Page): Promise<number> {
  const texts = await page.locator('script:not([src], [type]), style').allTextContents()
  return brotliCompressSync(texts.join('\n')).length
}

/** Presses Continue as soon as the button appears, long before the script has loaded. */
async function pressContinue(browser: Browser, address: string): Promise<Pressed> {
  return withPage(browser, async page => {
    await page.addInitScript(() => {
      addEventListener('submit', ({ timeStamp }) => performance.mark('pressed', { startTime: timeStamp }), {
        once: true,
      })
    })
    await page.goto(address, { waitUntil: 'commit' })
    await page.getByRole('textbox').fill('9000000001')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Enter your password' }).waitFor()
    return page.evaluate(() => {
      const started = (name: string) => performance.getEntriesByName(name).map(({ startTime }) => startTime)
      const [pressedAt = NaN] = started('pressed')
      const sentAt = started(`${location.origin}/api/v1/dbs/user/check`)
      return {
        pressedAt,
        sentAfterMs: Math.max(...sentAt) - pressedAt,
        calls: sentAt.length,
        nextScreenAt: performance.now(),
      }
    })
  })
}

/** Counts scripts and styles loaded with an empty cache. Data Saver prevents the load of later screens in idle time. */
async function untilFirstScan(browser: Browser, address: string) {
  const page = await browser.newPage()
  const files: Request[] = []
  page.on(
    'requestfinished',
    request => void (/\/assets\/.*\.(js|css)$/.test(request.url()) && files.push(request)),
  )
  await page.addInitScript(() => Object.defineProperty(navigator.connection, 'saveData', { value: true }))
  await page.goto(`${address}/login`)
  await page.getByRole('textbox').fill('9000000001')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.waitForURL(/\/dashboard$/)
  const dashboard = await loadedUntil('the dashboard')
  await page.getByRole('button', { name: 'Do KYC' }).click()
  await page.getByLabel('Reference number').waitFor()
  return [...dashboard, ...(await loadedUntil('the first scan'))]

  async function loadedUntil(screen: string) {
    await page.waitForLoadState('networkidle')
    const sizes = await Promise.all(files.map(async file => (await file.sizes()).responseBodySize))
    const sum = sizes.reduce((total, bytes) => total + bytes, 0)
    const { requests = 0, bytes = 0 } = loadedLimits[screen] ?? {}
    return [
      { what: `files until ${screen}`, 'log-in': files.length, unit: '', limit: requests },
      { what: `script and styles until ${screen}`, 'log-in': sum, unit: 'B', limit: bytes },
    ]
  }
}

function languageOf(round: number): Language {
  return languageCodes[round % languageCodes.length] ?? 'en'
}

async function withPage<T>(browser: Browser, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.latencyMs,
      downloadThroughput: line.bytesPerSecond,
      uploadThroughput: line.bytesPerSecond,
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    return await use(page)
  } finally {
    await context.close()
  }
}

/** Returns the browser's own figures: the times of the paints, in ms since the navigation, and the layout shift. */
async function paints(page: Page) {
  return page.evaluate(async () => {
    const entries = (type: string) =>
      new Promise<PerformanceEntryList>(done => {
        const observer = new PerformanceObserver(list => done(list.getEntries()))
        observer.observe({ type, buffered: true })
        setTimeout(() => done(observer.takeRecords()), 1000)
      })
    const [paint, largest, shifts] = await Promise.all([
      entries('paint'),
      entries('largest-contentful-paint'),
      entries('layout-shift'),
    ])
    return {
      firstPaint: Number(paint.find(({ name }) => name === 'first-contentful-paint')?.startTime),
      largestPaint: Number(largest.at(-1)?.startTime),
      layoutShift: shifts.reduce((sum, shift) => sum + (shift as unknown as { value: number }).value, 0),
    }
  })
}

/** Serves the log-in's HTML without scripts, preloads and policy, and passes all other requests on to the product. */
async function serveStillPage(productAddress: string) {
  const bodies = Object.fromEntries(
    await Promise.all(
      languageCodes.map(async code => {
        const answer = await fetch(`${productAddress}/login`, { headers: { 'accept-language': code } })
        return [code, brotliCompressSync(withoutScripts(await answer.text()))] as const
      }),
    ),
  )
  const server = createServer(({ url, headers }, response) => {
    if (url !== '/login') return void passOn(productAddress + url, response)
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' })
      .end(bodies[String(headers['accept-language'])])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function withoutScripts(page: string): string {
  return page
    .replace(/<script[^]*?<\/script>/g, '')
    .replace(/<link rel="(manifest|preload|modulepreload)"[^>]*>|<meta http-equiv[^>]*>/g, '')
}

async function passOn(address: string, response: ServerResponse) {
  const answer = await fetch(address)
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
  response.end(Buffer.from(await answer.arrayBuffer()))
}
