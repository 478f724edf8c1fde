import { setTimeout as wait } from 'node:timers/promises'

import { test as base } from '@playwright/test'

import { heldSession, type HeldSession } from './held-session.ts'
import { scannersFrom } from './scanner-ports.ts'
import { ofShared, type SharedProduct, type Wanted } from './shared-products.ts'

export { expect } from '@playwright/test'

export type Product = SharedProduct &
  ReturnType<typeof outsideWorld> & {
    restartServer(): Promise<void>
    startConsole(): Promise<string>
    stop(): Promise<void>
  }

const controls = ['device', 'authority', 'bank']

/**
 * Playwright's `test` with our fixtures. The tests of a place of a worker share `product` and `staffConsole`; the
 * sandbox is reset after each test. A failed test leaves its product in an unknown state, so the tests after it get a
 * new one. Tests with `settings` have a product of their own.
 */
export const test = base.extend<
  { outsideWorldIsReset: void },
  { settings: NodeJS.ProcessEnv; product: Product; session: HeldSession; staffConsole: string }
>({
  settings: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ settings }, use, { parallelIndex }) => {
      const wanted: Wanted = { parallelIndex, settings }
      const started = await ofShared<SharedProduct>('start', wanted)
      await use({
        ...started,
        ...outsideWorld(started.sandbox),
        restartServer: () => ofShared('restartServer', wanted),
        startConsole: () => ofShared('startConsole', wanted),
        stop: () => ofShared('stop', wanted),
      })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  launchOptions: [
    ({ launchOptions, product }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), scannersFrom(product.devicePort)] }),
    { scope: 'worker' },
  ],
  session: [
    async ({ browser, product }, use) => use(await heldSession(browser, product.address)),
    { scope: 'worker', timeout: 60_000 },
  ],
  /** The address of the bank's console, which starts beside the worker's product when a test first asks for it. */
  staffConsole: [
    async ({ product }, use) => use(await product.startConsole()),
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ product }, use) => use(product.address),
  outsideWorldIsReset: [
    async ({ product }, use, testInfo) => {
      await use()
      if (testInfo.status === testInfo.expectedStatus)
        await Promise.all(controls.map(control => send('DELETE', `${product.sandbox}/${control}`)))
      else await product.stop()
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
    authority: (settings: Record<string, unknown>) => send('PUT', `${sandbox}/authority`, settings),
    bank: (settings: Record<string, unknown>) => send('PUT', `${sandbox}/bank`, settings),
    async authorityRequests(): Promise<{ txn: string; receivedOn: string; outcome: string }[]> {
      return (await fetch(`${sandbox}/authority/requests`)).json()
    },
    /** Returns the phone's newest SMS with an OTP that no earlier call has returned. Waits up to 10 s for that SMS. */
    async sms(to: string): Promise<string> {
      for (let tries = 0; tries < 100; tries++) {
        const answer = await fetch(`${sandbox}/sms/messages?to=${to}`)
        const texts: { text: string; sentOn: string }[] = await answer.json()
        const newest = texts.find(({ text }) => /\b\d{6}\b/.test(text))
        if (newest && newest.sentOn > (readUntil.get(to) ?? '')) {
          readUntil.set(to, newest.sentOn)
          return newest.text
        }
        await wait(100)
      }
      throw new Error(`no new text to ${to} within 10 s`)
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
