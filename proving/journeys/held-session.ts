import type { Browser } from '@playwright/test'

import { password, signIn } from './agent.ts'
import { createHttpClient } from './http-client.ts'
import { test as base, type Product } from './product.ts'
import type { HeldSession } from './open-screen.ts'

export { expect } from './product.ts'

/** `session` is the browser's storage for a signed-in agent with 2,000 orders; one for all tests of a worker. */
export const test = base.extend<object, { session: HeldSession }>({
  session: [
    async ({ browser, product }, use) => use(await heldSession(browser, product)),
    { scope: 'worker', timeout: 60_000 },
  ],
})

export async function heldSession(browser: Browser, product: Product): Promise<HeldSession> {
  const page = await browser.newPage({ baseURL: product.address })
  await signIn(page, '9000000005', password)
  const stored = await page.evaluate(() => sessionStorage.getItem('persist:root') ?? '')
  const { state } = JSON.parse(stored) as { state: Record<string, unknown> }
  await page.context().close()
  // The browser's own session is bound to its key; a plain bearer works in every browser of the tests.
  const client = createHttpClient(product.address, '9000000005')
  await client.check()
  const { token } = await client.login(password)
  return { token: String(token), slice: state }
}
