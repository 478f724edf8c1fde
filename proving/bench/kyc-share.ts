/**
 * The bench measures the product's share in the time of a KYC with an authority that takes 200 ms. In a real browser,
 * this is the time from the device's answer to the submit, with Proceed pressed at once. In the server, it is the time
 * from the submit to the request to the authority, and from the verdict to the answer. The standard ports of the device
 * service must be free.
 *
 * The bench also serves customers one after another with the keyboard only, and counts the key presses and seconds per
 * customer. It fails if a customer costs more key presses than the goal.
 *
 *   npm run bench:kyc-share [-- --quick]
 */
import { parseArgs } from 'node:util'

import { chromium, type Browser, type Page } from '@playwright/test'

import { ensureBrowser } from '../journeys/browser.ts'
import { serveInARow } from './measure/customers-in-a-row.ts'
import { runBench } from './measure/bench.ts'
import { ask, password } from './measure/counter.ts'
import { figure, percentile, spreadOf, type Figure } from './measure/figures.ts'
import { silently } from './measure/product.ts'
import { inRounds } from './measure/rounds.ts'
import { askForWadh, openOrders, takeSubmits } from './measure/submits.ts'
import { startUnderLoad, type UnderLoad } from './measure/under-load.ts'
import { watchAuthority, type WatchedAuthority } from './measure/watched-authority.ts'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const rounds = options.quick ? 2 : 5
const kycsEach = options.quick ? 4 : 10
const submitsEach = options.quick ? 20 : 60
const customersInARow = options.quick ? 3 : 30
/** The most key presses per customer, for a reference that the agent types (`keys`) or scans (`scanner`). */
const keyGoals = { keys: 12, scanner: 4 }
const authorityMs = 200
const devicePort = 11_100
/** The number of the first order that is submitted without a browser. The KYCs in the browser use smaller numbers. */
const firstSubmitted = 5_000

type World = UnderLoad & { address: string; authority: WatchedAuthority; wadh: string }
type Kyc = { own: number; whole: number }
type Submit = { before: number; after: number }
type Requested = { requestId: string; request: { method: string; url: string }; timestamp: number }
type Finished = { requestId: string; timestamp: number }
type Counter = Awaited<ReturnType<typeof logIn>>

await runBench('kyc-share', async bench => {
  const underLoad = await startUnderLoad(bench, { devicePort })
  const { postgres, product } = underLoad
  const authority = bench.stopAtEnd(await watchAuthority(`${product.sandbox}/authority`))
  const { address } = await product.startServer({ AUTHORITY_URL: authority.url })
  await product.tellSandbox('authority', { delayMs: authorityMs })
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(silently),
    chromiumSandbox: process.getuid?.() !== 0,
  })
  bench.stopAtEnd({ stop: () => browser.close() })
  const counter = await logIn(browser, address)
  const world = { ...underLoad, address, authority, wadh: await askForWadh(address, 'DBS14999') }

  const { kycs, submits } = await inRounds(
    { kycs: round => kycsInBrowser(counter, round), submits: round => submitsToServer(world, round) },
    {
      rounds,
      onRound: (round, measured) =>
        console.log(
          `round ${round}: browser p95 ${p95(measured.kycs, 'own').toFixed(1)} of ` +
            `${p95(measured.kycs, 'whole').toFixed(0)} ms; server p95 ${p95(measured.submits, 'after').toFixed(1)} ms`,
        ),
    },
  )
  const inARow = [
    await customersOf(browser, address, 'keys', 4_000),
    await customersOf(browser, address, 'scanner', 4_100),
  ]
  console.table(inARow)
  const whole = figureOf(kycs, 'whole').median
  bench.report({
    title: `Our share of a KYC with an authority of ${authorityMs} ms: p95 of each`,
    versions: { postgres: postgres.version, browser: browser.version() },
    quick: options.quick,
    rows: [
      row("device's answer → submit leaves (browser)", figureOf(kycs, 'own'), whole),
      row('submit → authority asked (server)', figureOf(submits, 'before'), whole),
      row('verdict → answer (server)', figureOf(submits, 'after'), whole),
      row("the whole: device's answer → result", figureOf(kycs, 'whole'), whole),
    ],
    details: { kycs, submits, inARow },
  })
  if (inARow.some(({ keys, goal }) => keys > goal)) process.exitCode = 1
})

async function logIn(browser: Browser, address: string) {
  const page = await browser.newPage()
  await page.addInitScript(proceedAtOnce)
  await openDashboard(page, address)
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  return { address, page, network }
}

async function openDashboard(page: Page, address: string) {
  await page.goto(`${address}/login`)
  await page.getByLabel('Mobile number', { exact: false }).fill('9000000001')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.waitForURL(/\/dashboard$/)
}

/** Serves customers in a row. Returns the most key presses for a customer, and the median seconds per customer. */
async function customersOf(browser: Browser, address: string, by: 'keys' | 'scanner', first: number) {
  const page = await browser.newPage()
  await openDashboard(page, address)
  await page.goto(`${address}/do-kyc`)
  const references = Array.from({ length: customersInARow }, (_, index) => `DBS1${first + index}`)
  const customers = await serveInARow(page, references, by)
  await page.close()
  return {
    by,
    customers: customers.length,
    keys: Math.max(...customers.map(({ keys }) => keys)),
    goal: keyGoals[by],
    seconds: figure(customers.map(({ seconds }) => seconds)).median,
  }
}

/** Presses Proceed as soon as that button is enabled. The function runs in the page. */
function proceedAtOnce() {
  const press = () => {
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent, disabled }) => textContent?.trim() === 'Proceed' && !disabled,
    )
    if (!button || button.ariaDisabled === 'true' || button.dataset.pressed) return
    button.dataset.pressed = 'yes'
    button.click()
  }
  new MutationObserver(press).observe(document, { subtree: true, childList: true, attributes: true })
}

async function kycsInBrowser(counter: Counter, round: number) {
  const kycs: Kyc[] = []
  for (let index = 0; index < kycsEach; index += 1) {
    const number = String(round * kycsEach + index).padStart(4, '0')
    kycs.push(await kyc(counter, `DBS1${number}`))
  }
  return kycs
}

async function kyc({ address, network, page }: Counter, reference: string): Promise<Kyc> {
  const seconds = { captured: Number.NaN, submitted: Number.NaN, answered: Number.NaN }
  const asked = new Map<string, 'captured' | 'answered'>()
  const onRequest = ({ requestId, request, timestamp }: Requested) => {
    if (request.method === 'CAPTURE') asked.set(requestId, 'captured')
    if (request.method !== 'POST' || !request.url.includes('/ekyc/order/submit')) return
    asked.set(requestId, 'answered')
    seconds.submitted = timestamp
  }
  const onFinished = ({ requestId, timestamp }: Finished) => {
    const what = asked.get(requestId)
    if (what) seconds[what] = timestamp
  }
  network.on('Network.requestWillBeSent', onRequest).on('Network.loadingFinished', onFinished)
  await page.goto(`${address}/do-kyc`)
  await page.getByLabel('Reference number').fill(reference)
  await page.getByRole('button', { name: 'Check' }).click()
  // The consent can be ticked only after its last item has been in view.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Capture Fingerprint' }).click()
  await page.waitForURL(/\/kyc-result$/)
  await page.getByText(/UKC:[0-9a-f]{32}/).waitFor()
  network.off('Network.requestWillBeSent', onRequest).off('Network.loadingFinished', onFinished)
  const { captured, submitted, answered } = seconds
  return { own: (submitted - captured) * 1_000, whole: (answered - captured) * 1_000 }
}

/** Sends submits one after the other. Each submit comes from another agent, and is for another reference. */
async function submitsToServer({ address, authority, client, wadh }: World, round: number) {
  const first = firstSubmitted + round * submitsEach
  await openOrders(client, first, submitsEach)
  const submits: Submit[] = []
  for (const { n, asked } of await takeSubmits({ devicePort, wadh }, first, submitsEach)) {
    const sentAt = performance.now()
    await ask(address, n, asked)
    const answeredAt = performance.now()
    const verdict = authority.exchanges.at(-1)
    if (!verdict) throw new Error('a submit was answered before the authority was asked')
    submits.push({ before: verdict.askedAt - sentAt, after: answeredAt - verdict.answeredAt })
  }
  return submits
}

function p95<Name extends string>(measured: Record<Name, number>[], name: Name) {
  return percentile(
    measured.map(one => one[name]),
    95,
  )
}

function figureOf<Name extends string>(all: Record<Name, number>[][], name: Name) {
  return figure(all.map(ofRound => p95(ofRound, name)))
}

function row(what: string, value: Figure, whole: number) {
  const share = (value.median / whole) * 100
  return { what, 'p95 ms': value.median, spread: spreadOf(value), '% of the whole': share }
}
