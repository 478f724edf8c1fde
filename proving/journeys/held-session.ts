import type { Browser } from '@playwright/test'

import { password, signIn } from './agent.ts'
import { createHttpClient } from './http-client.ts'

export type HeldSession = { token: string; slice: Record<string, unknown> }

/**
 * Logs in an agent who has 2,000 orders, and returns a token and the content of the browser's storage. An agent has at
 * most five sessions, so all tests of a product together must log in this agent fewer than five more times.
 */
export async function heldSession(browser: Browser, address: string): Promise<HeldSession> {
  const page = await browser.newPage({ baseURL: address })
  await signIn(page, '9000000005', password)
  const stored = await page.evaluate(() => sessionStorage.getItem('persist:root') ?? '')
  const { state } = JSON.parse(stored) as { state: Record<string, unknown> }
  await page.context().close()
  // Logs in again without a browser, because a browser's session is bound to that browser's key. A session with only a
  // bearer token works in every browser of the tests.
  const client = createHttpClient(address, '9000000005')
  const { token } = await client.logIn(password)
  return { token: String(token), slice: state }
}
