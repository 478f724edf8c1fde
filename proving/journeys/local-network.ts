import type { Page } from '@playwright/test'

import { openScreen } from './open-screen.ts'
import type { HeldSession } from './held-session.ts'
import type { Product } from './product.ts'
import { expect, test as base } from './whole-browser.ts'

/**
 * The portal behind Chromium's local-network permission. Chromium never asks for pages of this computer, so a browser
 * with an option of its own makes the portal's address public. *.localhost resolves to this computer and is a secure
 * origin.
 */
export const test = base.extend<{ decide: (setting: Setting) => Promise<void> }>({
  furtherArgs: ({ product }, use) =>
    use([`--ip-address-space-overrides=${new URL(product.address).host}=public`]),
  baseURL: ({ product }, use) => use(`http://agent.localhost:${new URL(product.address).port}`),
  decide: async ({ page, baseURL }, use) => {
    const ofPage = await page.context().newCDPSession(page)
    const { browserContextId = '' } = (await ofPage.send('Target.getTargetInfo')).targetInfo
    const where = { origin: baseURL ?? '', browserContextId }
    const browser = page.context().browser()
    if (!browser) throw new Error('the page has no browser')
    // The setting lasts as long as this session.
    const ofBrowser = await browser.newBrowserCDPSession()
    const permission = { name: 'loopback-network' }
    await use(async setting => {
      await ofBrowser.send('Browser.setPermission', { permission, setting, ...where })
    })
    await ofBrowser.detach()
  },
})

type Setting = 'granted' | 'denied' | 'prompt'

export const noCalls = { OPTIONS: 0, RDSERVICE: 0, DEVICEINFO: 0, CAPTURE: 0 }

export async function standBeforeCapture(
  page: Page,
  reference: string,
  { address = '', ...world }: { product: Product; session: HeldSession; address: string | undefined },
): Promise<void> {
  const empty = { path: '/do-kyc', state: 'empty', shows: 'Reference number' }
  await openScreen(empty, { page, address, ...world })
  await page.getByLabel('Reference number').fill(reference)
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('button', { name: 'Change customer' })).toBeVisible()
}
