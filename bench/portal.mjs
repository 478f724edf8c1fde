/**
 * What the log-in costs an agent with a slow computer on a slow line: its first and its largest paint beside those of a
 * static page of the same look, how long Continue takes to work, what is sent, and how much the page moves about. Both
 * pages are opened in turn by one browser, each time as if for the first time. Exits with 1 when a limit is missed.
 *
 *   npm run bench:portal [-- --quick]
 */
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'

import { chromium } from '@playwright/test'

import { ensureBrowser } from '../scripts/browser.ts'
import { buildIfStale } from '../scripts/build.ts'
import { figure, ratio } from './measure/figures.mjs'
import { machine } from './measure/machine.mjs'
import { startMeasuredProduct } from './measure/product.mjs'
import { report } from './measure/report.mjs'
import { inRounds } from './measure/rounds.mjs'
import { workFolder } from './measure/work-folder.mjs'

const line = { bytesPerSecond: 400_000 / 8, latencyMs: 400 }
const cpuSlowdown = 6
const limits = {
  firstPaint: 1.1,
  largestPaint: 1.1,
  layoutShift: 0,
  requests: 6,
  scriptAndStyleBytes: 70_000,
}
/** What comes without being asked for, or is another's: the brand, the icon, the calls, and what idle time fetches. */
const notCounted = /\/(branding\.json|icon\.svg|logo|manifest\.webmanifest|api\/)/

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })

const work = (_title, doIt) => doIt()
await buildIfStale(work)
const { path: folder, remove } = await workFolder('portal')
const product = await startMeasuredProduct({ folder })
const still = await serveStillPage(product.address)
const browser = await chromium.launch({
  executablePath: await ensureBrowser(work),
  chromiumSandbox: process.getuid?.() !== 0,
  args: ['--disable-gpu', '--disable-background-networking'],
})
try {
  const rounds = await inRounds(
    {
      still: () => open(`${still.address}/login`),
      portal: () => open(`${product.address}/login`),
      pressed: () => pressContinue(`${product.address}/login`),
    },
    { rounds: options.quick ? 3 : 7 },
  )
  process.exitCode = conclude(rounds)
} finally {
  await browser.close()
  still.close()
  await product.stop()
  await remove()
}

function conclude({ still: stills, portal, pressed }) {
  const of = (rounds, name) => rounds.map(round => round[name])
  const compared = ['firstPaint', 'largestPaint'].map(name => ({
    name,
    value: ratio(of(portal, name), of(stills, name)).median,
    row: {
      what: name === 'firstPaint' ? 'first paint' : 'largest paint',
      'static page': figure(of(stills, name)).median,
      'log-in': figure(of(portal, name)).median,
      unit: 'ms',
      ratio: ratio(of(portal, name), of(stills, name)).median,
      limit: limits[name],
    },
  }))
  const alone = [
    ['layoutShift', 'layout shift', '', portal],
    ['requests', 'requests', '', portal],
    ['scriptAndStyleBytes', 'script and styles', 'B', portal],
    ['pageBytes', 'page', 'B', portal],
    ['pressedAt', 'Continue pressed', 'ms', pressed],
    ['takenAt', 'the press is taken', 'ms', pressed],
    ['sentAt', 'the call is sent', 'ms', pressed],
  ].map(([name, what, unit, measured]) => {
    const { median: value } = figure(of(measured, name))
    const beside = stills[0][name] === undefined ? undefined : figure(of(stills, name)).median
    return { name, value, row: { what, 'static page': beside, 'log-in': value, unit, limit: limits[name] } }
  })
  const all = [...compared, ...alone]
  report({
    name: 'portal',
    title: `The log-in at 400 kbit/s, 400 ms, with a computer ${cpuSlowdown} times slower`,
    machine: machine({ chromium: browser.version() }),
    quick: options.quick,
    rows: all.map(({ row }) => row),
    details: { rounds: { still: stills, portal, pressed } },
  })
  const missed = all.filter(({ name, value }) => value > (limits[name] ?? Infinity))
  for (const { row } of missed) console.log(`Missed: ${row.what}`)
  return missed.length > 0 ? 1 : 0
}

/** Opened and left alone until all is there: what a hand or a script does meanwhile would delay the paint. */
async function open(address) {
  return withPage(async page => {
    const answers = []
    page.on('requestfinished', request => answers.push(request))
    await page.goto(address, { waitUntil: 'load' })
    const counted = answers.filter(request => !notCounted.test(request.url()))
    const sizes = await Promise.all(
      counted.map(async request => ({
        type: request.resourceType(),
        bytes: (await request.sizes()).responseBodySize,
      })),
    )
    const bytesOf = types =>
      sizes.filter(({ type }) => types.includes(type)).reduce((sum, { bytes }) => sum + bytes, 0)
    return {
      ...(await paints(page)),
      requests: sizes.length,
      pageBytes: bytesOf(['document']),
      scriptAndStyleBytes: bytesOf(['script', 'stylesheet']),
    }
  })
}

/** Types and presses as soon as there is something to press: long before the script is there. */
async function pressContinue(address) {
  return withPage(async page => {
    const called = page.waitForRequest(/\/user\/check$/)
    await page.goto(address, { waitUntil: 'commit' })
    await page.getByRole('textbox').fill('9000000001')
    await page.getByRole('button', { name: 'Continue' }).click()
    const pressedAt = await page.evaluate(() => performance.now())
    const takenAt = await page.evaluate(untilPressIsTaken)
    await (await called).response()
    const sentAt = await page.waitForFunction(
      () =>
        performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/user/check'))?.startTime,
    )
    return { pressedAt, takenAt, sentAt: await sentAt.jsonValue() }
  })
}

async function withPage(use) {
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

/** Runs in the page. */
function untilPressIsTaken() {
  return new Promise(done => {
    look()
    function look() {
      if (window.earlyPress === undefined) done(performance.now())
      else requestAnimationFrame(look)
    }
  })
}

/** Paints so far, in ms since the page was asked for, and how far it has moved, as the browser itself tells them. */
async function paints(page) {
  return page.evaluate(async () => {
    const entries = type =>
      new Promise(done => {
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
      firstPaint: paint.find(({ name }) => name === 'first-contentful-paint').startTime,
      largestPaint: largest.at(-1).startTime,
      layoutShift: shifts.reduce((sum, { value }) => sum + value, 0),
    }
  })
}

/** The log-in's own page without its scripts and without what they need; its pictures come from the product. */
async function serveStillPage(productAddress) {
  const page = await (await fetch(`${productAddress}/login`)).text()
  const html = page
    .replace(/<script[^]*?<\/script>/g, '')
    .replace(/<link rel="(manifest|preload|modulepreload)"[^>]*>/g, '')
  const body = brotliCompressSync(html)
  const server = createServer((request, response) => {
    if (request.url !== '/login') return void passOn(productAddress + request.url, response)
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' })
      .end(body)
  })
  await new Promise(listening => server.listen(0, '127.0.0.1', listening))
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}

async function passOn(address, response) {
  const answer = await fetch(address)
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
  response.end(Buffer.from(await answer.arrayBuffer()))
}
