import type { BrowserContext, Page } from '@playwright/test'

import { expect } from './product.ts'

export async function tokenOf(context: BrowserContext) {
  const token = (await context.cookies()).find(({ name }) => name === 'access_token')
  if (!token) throw new Error('no session')
  return token
}

export async function nothingIsLeft(page: Page, { cookies = [] as string[] } = {}): Promise<void> {
  // The device cookie stays: it tells the next log-in that the agent has logged in here before.
  const left = (await page.context().cookies()).filter(({ name }) => !name.startsWith('device-'))
  expect(left.map(({ value }) => value)).toEqual(cookies)
  const { state } = JSON.parse(await page.evaluate(() => sessionStorage.getItem('persist:root') ?? '{}')) as {
    state: Record<string, unknown>
  }
  expect(state).toMatchObject({ phone: '', profileInfo: null, dashboardLock: '', allPrevielages: [] })
}
