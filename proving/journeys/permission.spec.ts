import type { Page } from '@playwright/test'

import { agree, capture } from './agent.ts'
import { openScreen } from './open-screen.ts'
import type { HeldSession } from './held-session.ts'
import type { Product } from './product.ts'
import { expect, test as base } from './whole-browser.ts'

/**
 * The portal behind Chromium's local-network permission. Chromium never asks for pages of this computer, so a browser
 * with an option of its own makes the portal's address public. *.localhost resolves to this computer and is a secure
 * origin.
 */
const test = base.extend<{ decide: (setting: Setting) => Promise<void> }>({
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

const noCalls = { OPTIONS: 0, RDSERVICE: 0, DEVICEINFO: 0, CAPTURE: 0 }

test('[KYC-4, KYC-7] with the permission denied the agent reads how to allow it, nothing is sent, and once allowed it goes on', async ({
  page,
  product,
  session,
  baseURL,
  decide,
}) => {
  await decide('denied')
  await standBeforeCapture(page, 'DBS10212', { product, session, address: baseURL })
  const problem = page.getByRole('alert').filter({ hasText: /browser/i })
  await expect(problem).toContainText(/allow/i)

  // While the permission is denied, the portal asks for the consent only after a press of Try again.
  await expect(page.getByRole('checkbox')).toBeHidden()
  await page.getByRole('button', { name: 'Try again' }).click()
  await agree(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(problem).toContainText(/allow/i)
  expect(await product.deviceCalls()).toEqual(noCalls)

  await decide('granted')
  await capture(page)
})

test('[KYC-4] while the permission is undecided the agent reads what the browser will ask, and a dismissed prompt lets no call through', async ({
  page,
  product,
  session,
  baseURL,
  decide,
}) => {
  await decide('prompt')
  await standBeforeCapture(page, 'DBS10213', { product, session, address: baseURL })
  const coach = page.getByText('Your browser will ask once', { exact: true })
  await expect(coach).toBeVisible()
  await agree(page)
  await expect(coach).toBeVisible()
  // A headless browser dismisses its own prompt.
  await page.getByRole('button', { name: 'Capture Fingerprint' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /What happened/ })).toBeVisible()
  expect(await product.deviceCalls()).toEqual(noCalls)
})

async function standBeforeCapture(
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
