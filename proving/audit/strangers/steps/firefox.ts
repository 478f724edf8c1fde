import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'

import { agent, type Stage } from '../stage.ts'
import type { Result, Step } from '../step.ts'
import { ofNpmTool } from '../tools.ts'

/** Runs the main journey in Firefox: a log-in, a successful KYC, a log-out. */
export const firefox: Step = {
  tool: 'Puppeteer',
  debian: ['firefox-esr'],
  npm: 'puppeteer-core',
  run: walk,
}

/** The types of the functions that this step uses. The checkout lacks Puppeteer's own types. */
type Locator = { click(): Promise<void>; fill(text: string): Promise<void>; wait(): Promise<unknown> }
type Page = {
  goto(address: string): Promise<unknown>
  locator(selector: string): Locator
  url(): string
  cookies(): Promise<{ name: string }[]>
  setDefaultTimeout(milliseconds: number): void
}
type Browser = { newPage(): Promise<Page>; close(): Promise<void> }
type Puppeteer = { default: { launch(options: object): Promise<Browser> } }

const executablePath = '/usr/bin/firefox-esr'
const patienceMs = 60_000

async function walk(stage: Stage): Promise<Result> {
  const { address, devicePort, authorityRequests } = await stage.product()
  const entry = ofNpmTool('puppeteer-core', 'lib', 'puppeteer', 'puppeteer-core.js')
  const { default: puppeteer } = (await import(pathToFileURL(entry).href)) as Puppeteer
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    // The window has the size of a common laptop. In a smaller window, a sticky bar may cover what Puppeteer presses.
    defaultViewport: { width: 1366, height: 625 },
    env: { ...process.env, HOME: stage.folder('firefox') },
    // These ports are blocked, because the portal would offer the device services of other products on this computer.
    extraPrefsFirefox: { 'network.security.ports.banned': otherScannersThan(devicePort) },
  })
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(patienceMs)
    const requestCount = (await authorityRequests()).length
    await logIn(page, address)
    await doKyc(page)
    await logOut(page)
    const findings = [
      ...((await authorityRequests()).length === requestCount + 1
        ? []
        : ['the authority was not asked once']),
      ...((await page.cookies()).some(({ name }) => name === 'access_token')
        ? ['the token outlives the log-out']
        : []),
    ]
    return { did: `${versionOf(executablePath)}: log-in, KYC to success, log-out`, findings }
  } finally {
    await browser.close()
  }
}

/** Asks the browser's program itself, because Puppeteer's `version()` returns only Puppeteer's own version. */
function versionOf(program: string): string {
  return execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()
}

function otherScannersThan(ours: number): string {
  return Array.from({ length: 21 }, (_, index) => 11_100 + index)
    .filter(port => port !== ours)
    .join(',')
}

async function logIn(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/login`)
  await page.locator('input[name=mobile]').fill(agent.mobile)
  await press(page, 'Continue')
  await page.locator('input[type=password]').fill(agent.password)
  await press(page, 'Submit')
  await arrive(page, '/dashboard')
}

async function doKyc(page: Page): Promise<void> {
  await press(page, 'Do KYC')
  await page.locator('input[name=reference]').fill('DBS10001')
  await press(page, 'Check')
  await page.locator('input[type=checkbox]').click()
  await press(page, 'Capture Fingerprint')
  await page.locator('::-p-text(Finger Print captured successfully.)').wait()
  await press(page, 'Proceed')
  await arrive(page, '/kyc-result')
  await page.locator('::-p-text(The identity authority confirmed the customer.)').wait()
}

async function logOut(page: Page): Promise<void> {
  await page.locator('[popovertarget=user-menu]').click()
  await press(page, 'Logout')
  await arrive(page, '/')
}

async function press(page: Page, name: string): Promise<void> {
  const named = `[normalize-space()="${name}"]`
  await page.locator(`::-p-xpath(//button${named} | //a${named})`).click()
}

async function arrive(page: Page, path: string): Promise<void> {
  const until = performance.now() + patienceMs
  while (new URL(page.url()).pathname !== path) {
    if (performance.now() > until) throw new Error(`${page.url()} is not ${path}`)
    await wait(100)
  }
}
