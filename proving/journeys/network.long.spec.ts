import type { Locator, Page } from '@playwright/test'

import { openScreen } from './open-screen.ts'
import { expect, test } from './product.ts'

const gone = 'You are offline.'

test('a banner says at once that the network is gone and what still works, and hides by itself', async ({
  page,
  context,
  product,
  session,
}) => {
  await openScreen(
    { path: '/kyc-list', state: 'orders', shows: 'Ref ID' },
    { page, product, address: product.address, session },
  )
  await expect(page.getByText(gone)).toBeHidden()
  await context.setOffline(true)
  // The browser fires no `offline` event if the test machine has no network, so the test fires the event.
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await expect(page.getByText(gone)).toBeVisible()
  await expect(page.getByText(/scanner still works/)).toBeVisible()
  await expect(page.getByText('Ref ID').first()).toBeVisible()
  await liesBeside(page)
  await page.getByRole('button', { name: /(page )?3$/i }).click()
  await expect(page.getByText('This is shown as soon as the server answers.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(gone)).toBeHidden()
  await expect(page.getByText('Ref ID').first()).toBeVisible()
  await expect(page.getByText('This is shown as soon as the server answers.')).toBeHidden()
})

/**
 * Expects the banner on at most two lines on a phone, within the page's width on a desktop, always in sight, and
 * clear of the menu.
 */
async function liesBeside(page: Page): Promise<void> {
  const box = async (place: Locator) => (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const banner = page.getByRole('alert').filter({ hasText: gone })
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
  await page.keyboard.press('Escape')
}
