import type { Browser, CDPSession, Locator, Page } from '@playwright/test'

import { logOut, password, signIn } from './agent.ts'
import { createHttpClient } from './http-client.ts'
import { expect, test, type Product } from './product.ts'

const mobile = '9000000001'
const added = 'Passkey added.'
const notAccepted = 'This passkey was not accepted.'

test('an agent adds a passkey after an OTP and logs in with it; removed, it logs in no more', async ({
  browser,
  product,
}) => {
  const { page, device, authenticatorId } = await atLocalhost(browser, product)
  await signIn(page, mobile)
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('button', { name: 'Sign-in and security' }).click()
  await expect(page.getByText('You have no passkey yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Get an OTP by SMS' }).click()
  await page.getByLabel('OTP').fill('000000')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Tries left: 4.')).toBeVisible()
  await typeOtp(page, product, mobile)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText(added)).toBeVisible()
  const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])
  const row = card(page, 'Passkeys').getByRole('listitem')
  await expect(row).toContainText(/Chrome on Linux\s*Added: .*Never used/)

  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expect(page.getByText('This device already has a passkey for you.')).toBeVisible()

  await logOut(page)
  await continueWithPasskey(page, mobile)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Asha Verma').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('Recent KYC')).toBeVisible()

  await page.goto('/security')
  await expect(row).toContainText('Last used:')
  await row.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('dialog')).toContainText('“Chrome on Linux” can then no longer log in')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Passkey removed.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('You have no passkey yet.')).toBeVisible()
  await continueWithPasskey(page, mobile)
  await expect(page.getByText(notAccepted)).toBeVisible()
  await page.close()
})

test('a browser that has a passkey lists it in the password’s field, and logs in by the choice', async ({
  browser,
  product,
}) => {
  const { page } = await atLocalhost(browser, product)
  // Removes the browser's readers of passkey options, which older browsers lack, so that the portal uses its own.
  await page.addInitScript(() => {
    for (const reader of ['parseCreationOptionsFromJSON', 'parseRequestOptionsFromJSON'])
      Reflect.deleteProperty(PublicKeyCredential, reader)
  })
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().includes('/passkey')) asked.push(new URL(request.url()).pathname)
  })
  await signIn(page, mobile)
  // The portal makes no passkey call in a browser in which no passkey was made or used before.
  expect(asked).toEqual([])
  await page.goto('/security')
  await page.getByRole('button', { name: 'Get an OTP by SMS' }).click()
  await typeOtp(page, product, mobile)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText(added)).toBeVisible()
  await logOut(page)

  await page.getByLabel('Mobile number').fill(mobile)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  // Removes the passkey, because other tests need this agent without a passkey.
  await page.goto('/security')
  await card(page, 'Passkeys').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Passkey removed.')).toBeVisible()
  await page.context().close()
})

test('an agent sees the session of another browser, and ends it, or every other one', async ({
  browser,
  product,
}) => {
  const open = () => browser.newPage({ baseURL: product.address })
  const [own, stranger] = [await open(), await open()]
  const elsewhere = createHttpClient(product.address, mobile)
  await elsewhere.check()
  await elsewhere.login(password)
  await signIn(own, mobile)
  await own.goto('/security')
  await own.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(own.getByText(/Sessions ended: \d+\./)).toBeVisible()
  expect((await elsewhere.orders()).status).toBe(401)
  const sessions = card(own, 'Where you are logged in')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions).toContainText('This device')

  await signIn(stranger, mobile)
  await own.reload()
  await sessions.getByRole('button', { name: 'Remove Chrome on Linux' }).click()
  await expect(own.getByText('Logged out: Chrome on Linux.')).toBeVisible()
  await stranger.goto('/kyc-list')
  await expect(stranger.getByText('Authentication Error!')).toBeVisible()
  await own.goto('/kyc-list')
  await expect(own.getByRole('heading', { name: 'KYC List' })).toBeVisible()
  await Promise.all([own, stranger].map(page => page.context().close()))
})

/** Opens the portal at localhost, in a browser with a virtual authenticator that needs no act of a person. */
async function atLocalhost(
  browser: Browser,
  product: Product,
): Promise<{ page: Page; device: CDPSession; authenticatorId: string }> {
  const page = await browser.newPage({ baseURL: product.address.replace('127.0.0.1', 'localhost') })
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { page, device, authenticatorId }
}

async function typeOtp(page: Page, product: Product, phone: string): Promise<void> {
  const hint = await page.getByText(/with the mark \d\d/).textContent()
  const mark = /mark (\d\d)/.exec(hint ?? '')?.[1] ?? ''
  let text = await product.sms(phone)
  while (!new RegExp(`\\d{6}[^]*\\b${mark}\\b`).test(text)) text = await product.sms(phone)
  await page.getByLabel('OTP', { exact: true }).fill(/\d{6}/.exec(text)?.[0] ?? '')
}

function card(page: Page, name: string): Locator {
  return page.getByRole('region', { name })
}

/** Turns off the list of passkeys at a field, because the virtual authenticator would choose from it at once. */
async function continueWithPasskey(page: Page, phone: string): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await page.goto('/login')
  await page.getByLabel('Mobile number').fill(phone)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Continue with passkey' }).click()
}
