import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '@ekyc/contract/testing/free-port'
import { scratchFolder } from '@ekyc/private-postgres/testing/scratch-folder'
import { test as base, type CDPSession, type Page } from '@playwright/test'

import { startProduct, type RunningProduct } from '../../scripts/product.ts'
import { collectData, type Data } from './data.ts'
import { heldSession, type HeldSession } from './held-session.ts'
import { freeScannerPort, scannersFrom } from './scanner-ports.ts'

export { expect } from '@playwright/test'

export type Product = RunningProduct & ReturnType<typeof outsideWorld>

const controls = ['device', 'authority', 'bank']

/**
 * Playwright's `test` with our fixtures. The tests of a worker share `product`, `session` and `staffConsole`; the
 * sandbox is reset after each test. Tests that declare more fixtures of scope worker run in workers of their own, each
 * of which starts a product.
 */
export const test = base.extend<
  { outsideWorldIsReset: void },
  {
    settings: NodeJS.ProcessEnv
    product: Product & { dataDir: string }
    session: HeldSession
    staffConsole: string
    walker: { page: Page; browser: CDPSession; data: Data; judged: Set<string> }
  }
>({
  settings: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ settings }, use, { parallelIndex }) => {
      const dataDir = await scratchFolder('ekyc-e2e-')
      const running = await startProduct({
        dataDir,
        port: await freePort(),
        sandboxPort: await freePort(),
        devicePort: await freeScannerPort(parallelIndex),
        // The authority's time limit is short, because some tests wait for an authority that answers too late.
        env: {
          ...bareEnvironment(),
          AUTHORITY_TIMEOUT_MS: '8000',
          ...settings,
        },
      })
      await use({ ...running, dataDir, ...outsideWorld(running.sandbox) })
      await running.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  launchOptions: [
    ({ launchOptions, product }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), scannersFrom(product.devicePort)] }),
    { scope: 'worker' },
  ],
  session: [
    async ({ browser, product }, use) => use(await heldSession(browser, product.address)),
    { scope: 'worker', timeout: 300_000 },
  ],
  /** The address of the bank's console, which starts beside the worker's product when a test first asks for it. */
  staffConsole: [
    async ({ product }, use) => {
      // The sandbox loads its identity provider at the first call, for which a console on a busy machine may not wait.
      await fetch(`${product.sandbox}/provider/.well-known/openid-configuration`)
      await use(await product.startConsole(await freePort()))
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  /**
   * The page in which a worker walks through states of screens, and the kinds of elements that axe has judged there. A
   * new page would compile the portal's scripts anew.
   */
  walker: [
    async ({ browser }, use) => {
      const page = await browser.newPage({
        bypassCSP: true,
        reducedMotion: 'reduce',
        locale: 'en-IN',
        timezoneId: 'Asia/Kolkata',
      })
      page.setDefaultTimeout(60_000)
      // Each state loads the portal anew. A browser that saves data does not prefetch the other screens each time.
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      )
      await use({
        page,
        browser: await page.context().newCDPSession(page),
        data: collectData(page),
        judged: new Set(),
      })
      await page.context().close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ product }, use) => use(product.address),
  outsideWorldIsReset: [
    async ({ product }, use) => {
      await use()
      await Promise.all(controls.map(control => send('DELETE', `${product.sandbox}/${control}`)))
    },
    { auto: true },
  ],
})

export function outsideWorld(sandbox: string) {
  const readUntil = new Map<string, string>()
  return {
    /** Sets the device service's behaviour until the test ends, as `authority` and `bank` do for their services. */
    device: (settings: Record<string, unknown>) => send('PUT', `${sandbox}/device`, settings),
    deviceReset: () => send('DELETE', `${sandbox}/device`),
    /** Returns how often the device service was called by each method since its last reset. */
    async deviceCalls(): Promise<Record<string, number>> {
      const answer = await fetch(`${sandbox}/device`)
      const { services } = (await answer.json()) as { services: { calls: Record<string, number> }[] }
      return services[0]?.calls ?? {}
    },
    authority: (settings: Record<string, unknown>) => send('PUT', `${sandbox}/authority`, settings),
    bank: (settings: Record<string, unknown>) => send('PUT', `${sandbox}/bank`, settings),
    async authorityRequests(): Promise<{ txn: string; receivedOn: string; outcome: string }[]> {
      return (await fetch(`${sandbox}/authority/requests`)).json()
    },
    /** Returns the phone's newest SMS with an OTP that no earlier call has returned. Waits up to 60 s for that SMS. */
    async sms(to: string): Promise<string> {
      for (let tries = 0; tries < 600; tries++) {
        const answer = await fetch(`${sandbox}/sms/messages?to=${to}`)
        const texts: { text: string; sentOn: string }[] = await answer.json()
        const newest = texts.find(({ text }) => /\b\d{6}\b/.test(text))
        if (newest && newest.sentOn > (readUntil.get(to) ?? '')) {
          readUntil.set(to, newest.sentOn)
          return newest.text
        }
        await sleep(100)
      }
      throw new Error(`no new text to ${to} within 60 s`)
    },
  }
}

async function send(
  method: 'PUT' | 'DELETE',
  url: string,
  settings?: Record<string, unknown>,
): Promise<void> {
  const answer = await fetch(url, {
    method,
    ...(settings ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(settings) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`)
}

/** Returns the variables that programs need to run, and DATABASE_URL, without the developer's other settings. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const names = [
    'PATH',
    'HOME',
    'USER',
    'LANG',
    'TMPDIR',
    'TEMP',
    'TMP',
    'SystemRoot',
    'LOCALAPPDATA',
    'NODE_COMPILE_CACHE',
    'DATABASE_URL',
  ]
  return Object.fromEntries(names.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : [])))
}
