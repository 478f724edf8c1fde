import type { Page } from '@playwright/test'

import { password } from './agent.ts'
import { expect, test } from './product.ts'

test('the portal is fetched on the log-in, and its later screens on the password screen', async ({
  page,
}) => {
  const fetched = scripts(page)
  await page.goto('/login')
  await expect.poll(() => fetched).toContain('index')
  expect(later.filter(screen => fetched.includes(screen))).toEqual([])
  await openPasswordScreen(page)
  await expect.poll(() => later.filter(screen => !fetched.includes(screen))).toEqual([])
})

test('an agent whose browser saves data gets each screen when it is opened, and not before', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    const ask = globalThis.requestIdleCallback
    ask(() => ask(() => (document.documentElement.dataset['idle'] = 'true')))
  })
  const fetched = scripts(page)
  await page.goto('/login')
  await openPasswordScreen(page)
  await expect(page.locator('html[data-idle]')).toBeAttached()
  await page.waitForLoadState('networkidle')
  expect(later.filter(screen => fetched.includes(screen))).toEqual([])
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: /^Good/ })).toBeVisible()
})

async function openPasswordScreen(page: Page): Promise<void> {
  await page.getByLabel('Mobile number').fill('9000000001')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
}

/** The names of the later screens' chunks. */
const later = ['frame', 'kyc', 'scanner', 'help', 'security', 'device-check-page']

function scripts(page: Page): string[] {
  const names: string[] = []
  page.on('requestfinished', request => {
    const name = /\/assets\/.+\/([^/]+)\.js$/.exec(request.url())?.[1]
    if (name) names.push(name)
  })
  return names
}
