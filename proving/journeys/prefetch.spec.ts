import type { Page } from '@playwright/test'

import { expect, test } from './product.ts'

test('the screens after the log-in are prefetched', async ({ page }) => {
  const fetched = scripts(page)
  await page.goto('/login')
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
  await expect(page.locator('html[data-idle]')).toBeAttached()
  await page.waitForLoadState('networkidle')
  expect(later.filter(screen => fetched.includes(screen))).toEqual([])
  await page.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { name: /Privacy/ }).first()).toBeVisible()
})

/** The names of the chunks that the portal prefetches at the log-in. */
const later = ['password', 'frame', 'orders', 'kyc', 'scanner', 'help', 'security', 'device-check-page']

function scripts(page: Page): string[] {
  const names: string[] = []
  page.on('requestfinished', request => {
    const name = /\/assets\/.+\/([^/]+)\.js$/.exec(request.url())?.[1]
    if (name) names.push(name)
  })
  return names
}
