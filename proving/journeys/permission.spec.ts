import type { Page } from '@playwright/test'

import { agree, capture, signIn } from './agent.ts'
import { expect, test as base } from './product.ts'

/**
 * The portal behind Chromium's local-network permission. Chromium never asks for pages of this computer, so an option
 * makes the portal's address public. *.localhost resolves to this computer and is a secure origin.
 */
const test = base.extend<{
  decide: (setting: Setting) => Promise<void>
  calls: () => Promise<Calls>
}>({
  launchOptions: [
    ({ launchOptions, product }, use) => {
      const isPublic = `--ip-address-space-overrides=${new URL(product.address).host}=public`
      return use({ ...launchOptions, args: [...(launchOptions.args ?? []), isPublic] })
    },
    { scope: 'worker' },
  ],
  baseURL: ({ product }, use) => use(`http://agent.localhost:${new URL(product.address).port}`),
  decide: async ({ browser, page, baseURL }, use) => {
    const ofPage = await page.context().newCDPSession(page)
    const { browserContextId = '' } = (await ofPage.send('Target.getTargetInfo')).targetInfo
    const where = { origin: baseURL ?? '', browserContextId }
    // The setting lasts as long as this session.
    const ofBrowser = await browser.newBrowserCDPSession()
    const permission = { name: 'loopback-network' }
    await use(async setting => {
      await ofBrowser.send('Browser.setPermission', { permission, setting, ...where })
    })
    await ofBrowser.detach()
  },
  calls: ({ product }, use) =>
    use(async () => {
      const told = (await (await fetch(`${product.sandbox}/device`)).json()) as {
        services: { calls: Calls }[]
      }
      return told.services[0]?.calls ?? {}
    }),
})

type Setting = 'granted' | 'denied' | 'prompt'
type Calls = Record<string, number>

const noCalls = { OPTIONS: 0, RDSERVICE: 0, DEVICEINFO: 0, CAPTURE: 0 }

test('[KYC-4, KYC-7] with the permission granted the agent captures without a word about it', async ({
  page,
  decide,
  calls,
}) => {
  await decide('granted')
  await standBeforeCapture(page, 'DBS10211')
  await expect(coach(page)).toBeHidden()
  expect(await calls()).toEqual(noCalls)

  await capture(page)

  expect(await calls()).toMatchObject({ CAPTURE: 1 })
})

test('with the permission denied the agent reads how to allow it, nothing is sent, and once allowed it goes on', async ({
  page,
  decide,
  calls,
}) => {
  await decide('denied')
  await standBeforeCapture(page, 'DBS10212')
  const problem = page.getByRole('alert').filter({ hasText: /browser/i })
  await expect(problem).toContainText(/allow/i)

  // While the permission is denied, the portal asks for the consent only after a press of Try again.
  await expect(page.getByRole('checkbox')).toBeHidden()
  await page.getByRole('button', { name: 'Try again' }).click()
  await agree(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(problem).toContainText(/allow/i)
  expect(await calls()).toEqual(noCalls)

  await decide('granted')
  await capture(page)
})

test('while the permission is undecided the agent reads what the browser will ask, before anything is sent', async ({
  page,
  decide,
  calls,
}) => {
  await decide('prompt')
  const asked = callsToThisComputer(page)
  await standBeforeCapture(page, 'DBS10213')
  await expect(coach(page)).toBeVisible()
  await agree(page)
  await expect(coach(page)).toBeVisible()
  expect(asked).toEqual([])
  expect(await calls()).toEqual(noCalls)

  await decide('granted')
  await capture(page)
})

test('a dismissed prompt lets no call through', async ({ page, decide, calls }) => {
  await decide('prompt')
  await standBeforeCapture(page, 'DBS10214')
  await agree(page)
  // A headless browser dismisses its own prompt.
  await page.getByRole('button', { name: 'Capture Fingerprint' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /What happened/ })).toBeVisible()
  expect(await calls()).toEqual(noCalls)
})

function coach(page: Page) {
  return page.getByText('Your browser will ask once', { exact: true })
}

async function standBeforeCapture(page: Page, reference: string): Promise<void> {
  await signIn(page, '9000000001')
  await page.goto('/do-kyc')
  await page.getByLabel('Reference number').fill(reference)
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('button', { name: 'Change customer' })).toBeVisible()
}

/** The returned list grows with each request to 127.0.0.1, including the requests that the browser refused. */
function callsToThisComputer(page: Page): string[] {
  const asked: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).hostname === '127.0.0.1') asked.push(`${request.method()} ${request.url()}`)
  })
  return asked
}
