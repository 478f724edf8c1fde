/**
 * What of a KYC is ours, with an authority that takes 200 ms: in a real browser from the device's answer to the submit
 * leaving (the agent presses Proceed at once), and in the server from the submit to the authority being asked and from
 * its verdict to the answer. The device service's own ports must be free.
 *
 *   npm run bench:kyc-share [-- --quick]
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { chromium } from '@playwright/test'
import { Client } from 'pg'

import { ensureBrowser } from '../scripts/browser.ts'
import { buildIfStale } from '../scripts/build.ts'
import { takeCaptures } from './measure/captures.mjs'
import { agent, ask, calls, loadAgents, orderId, password, sqlOf } from './measure/counter.mjs'
import { figure, percentile } from './measure/figures.mjs'
import { machine } from './measure/machine.mjs'
import { startTunedPostgres } from './measure/postgres.mjs'
import { startMeasuredProduct } from './measure/product.mjs'
import { report } from './measure/report.mjs'
import { watchAuthority } from './measure/watched-authority.mjs'
import { workFolder } from './measure/work-folder.mjs'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const rounds = options.quick ? 2 : 5
const kycsEach = options.quick ? 4 : 10
const submitsEach = options.quick ? 20 : 60
const authorityMs = 200
const devicePort = 11_100

const { path: folder, remove } = await workFolder('kyc-share')
const stops = [remove]
let product, authority, client, page, network, wadh
try {
  await main()
} finally {
  for (const stop of stops) await stop()
}

async function main() {
  const work = (_title, doIt) => doIt()
  await buildIfStale(work)
  const postgres = await startTunedPostgres({ folder: join(folder, 'postgres') })
  stops.unshift(postgres.stop)
  product = await startMeasuredProduct({
    folder: join(folder, 'product'),
    databaseUrl: postgres.url,
    devicePort,
  })
  stops.unshift(product.stop)
  authority = await watchAuthority(`${product.sandbox}/authority`)
  stops.unshift(authority.close)
  const watched = await product.startServer({ AUTHORITY_URL: authority.url })
  product.address = watched.address
  client = new Client(postgres.url)
  await client.connect()
  stops.unshift(() => client.end())
  await loadAgents(client)
  await product.tellSandbox('authority', { delayMs: authorityMs })
  await product.tellSandbox('device', { delayMs: 0 })
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(work),
    chromiumSandbox: process.getuid?.() !== 0,
  })
  stops.unshift(() => browser.close())
  await logIn(browser)
  wadh = (await ask(product.address, 1, calls.checkReference('DBS14999'))).biometricConstants.wadh

  const about = machine({ postgres: postgres.version, browser: browser.version() })
  const [kycs, submits] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    const [ofBrowser, ofServer] = [await kycsInBrowser(round), await submitsToServer(round)]
    console.log(
      `round ${round}: browser p95 ${p95(ofBrowser, 'own').toFixed(1)} of ${p95(ofBrowser, 'whole').toFixed(0)} ms; server p95 ${p95(ofServer, 'after').toFixed(1)} ms`,
    )
    if (round === 0) continue
    kycs.push(ofBrowser)
    submits.push(ofServer)
  }
  const whole = figureOf(kycs, 'whole').median
  report({
    name: 'kyc-share',
    title: `Our share of a KYC with an authority of ${authorityMs} ms: p95 of each`,
    machine: about,
    quick: options.quick,
    rows: [
      row("device's answer → submit leaves (browser)", figureOf(kycs, 'own'), whole),
      row('submit → authority asked (server)', figureOf(submits, 'before'), whole),
      row('verdict → answer (server)', figureOf(submits, 'after'), whole),
      row("the whole: device's answer → result", figureOf(kycs, 'whole'), whole),
    ],
    details: { kycs, submits },
  })
}

async function logIn(browser) {
  page = await browser.newPage()
  await page.addInitScript(proceedAtOnce)
  network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await page.goto(`${product.address}/login`)
  await page.getByLabel('Mobile number', { exact: false }).fill('9000000001')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.waitForURL(/\/dashboard$/)
}

/** Runs in the page: presses Proceed as soon as it can be pressed, as no agent could. */
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

async function kycsInBrowser(round) {
  const kycs = []
  for (let index = 0; index < kycsEach; index += 1) {
    const number = String(round * kycsEach + index).padStart(4, '0')
    kycs.push(await kyc(`DBS1${number}`))
  }
  return kycs
}

async function kyc(reference) {
  const times = {}
  const asked = new Map()
  const onRequest = ({ requestId, request, timestamp }) => {
    if (request.method === 'CAPTURE') asked.set(requestId, 'captured')
    if (request.method !== 'POST' || !request.url.includes('/ekyc/order/submit')) return
    asked.set(requestId, 'answered')
    times.submitted = timestamp
  }
  const onFinished = ({ requestId, timestamp }) => {
    const what = asked.get(requestId)
    if (what) times[what] = timestamp
  }
  network.on('Network.requestWillBeSent', onRequest).on('Network.loadingFinished', onFinished)
  await page.goto(`${product.address}/do-kyc`)
  await page.getByLabel('Reference number').fill(reference)
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Capture Fingerprint' }).click()
  await page.waitForURL(/\/kyc-result$/)
  await page.getByText(/UKC:[0-9a-f]{32}/).waitFor()
  network.off('Network.requestWillBeSent', onRequest).off('Network.loadingFinished', onFinished)
  const { captured, submitted, answered } = times
  return { own: (submitted - captured) * 1_000, whole: (answered - captured) * 1_000 }
}

/** One after the other, each by an agent and for a reference of its own. */
async function submitsToServer(round) {
  const first = round * submitsEach
  await client.query(`
    insert into orders (agent_id, id, reference, status, created_on, expires_on)
      select ${sqlOf.agentId('(k % 200 + 1)::text')}, ${sqlOf.orderId('k::text')}, 'DBS1' || (5000 + k), 'INIT',
        now() - interval '1 minute', now() + interval '1 day'
      from generate_series(${first}, ${first + submitsEach - 1}) k`)
  const agentOf = k => (k % 200) + 1
  const captures = await takeCaptures({
    devicePort,
    wadh,
    count: submitsEach,
    mobileOf: index => agent(agentOf(first + index)).mobile,
  })
  const submits = []
  for (const [index, biometricDeviceInfo] of captures.entries()) {
    const k = first + index
    const sentAt = performance.now()
    await ask(product.address, agentOf(k), calls.submit(orderId(k), biometricDeviceInfo))
    const answeredAt = performance.now()
    const verdict = authority.exchanges.at(-1)
    submits.push({ before: verdict.askedAt - sentAt, after: answeredAt - verdict.answeredAt })
  }
  return submits
}

function p95(measured, name) {
  return percentile(
    measured.map(one => one[name]),
    95,
  )
}

function figureOf(all, name) {
  return figure(all.map(ofRound => p95(ofRound, name)))
}

function row(what, { median, low, high }, whole) {
  const digits = value => Number(value.toPrecision(3))
  return {
    what,
    'p95 ms': digits(median),
    spread: `${digits(low)}–${digits(high)}`,
    '% of the whole': digits((median / whole) * 100),
  }
}
