import type { Locator } from '@playwright/test'

import { openScreen } from './open-screen.ts'
import { expect, test } from './product.ts'

test('the banner of a lost network takes two lines of a phone at most, and lies clear of the menu', async ({
  page,
  context,
  product,
  session,
}) => {
  await openScreen({ path: '/kyc-list', state: 'orders', shows: 'Ref ID' }, { page, product, session })
  await context.setOffline(true)
  // The browser fires no `offline` event if the test machine has no network, so the test fires the event.
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  const banner = page.getByRole('alert').filter({ hasText: 'You are offline.' })
  await page.getByRole('button', { name: /^Account of/ }).click()
  for (const [width, most] of [
    [360, 80],
    [1280, 56],
  ] as const) {
    await page.setViewportSize({ width, height: 760 })
    await expect(async () => {
      const { x, y, height, width: broad } = await box(banner)
      expect(height).toBeLessThan(most)
      expect(broad).toBeLessThanOrEqual(1080)
      expect(Math.abs(x + broad / 2 - width / 2)).toBeLessThan(10)
      expect(y + height).toBeLessThanOrEqual(760)
      const menu = await box(page.getByRole('button', { name: 'Logout' }))
      expect(menu.y + menu.height).toBeLessThan(y)
    }).toPass()
  }
})

async function box(place: Locator) {
  return (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
}
