import type { Browser, CDPSession, Page } from '@playwright/test'

import { password, signIn } from './agent.ts'
import { expect, test, type Product } from './product.ts'

const mobile = '9000000001'
const added = 'Passkey added.'
const notAccepted = 'This passkey was not accepted.'

test('an agent adds a passkey at the profile after an OTP, and logs in with it', async ({
  browser,
  product,
}) => {
  const { page, device, authenticatorId } = await atLocalhost(browser, product)
  await signIn(page, mobile)
  await page.goto('/profile')
  await addPasskey(page, product)
  await expect(page.getByText(added)).toBeVisible()
  const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])

  await page.reload()
  await addPasskey(page, product)
  await expect(page.getByText('This device already has a passkey for you.')).toBeVisible()

  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await continueWithPasskey(page, mobile)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Asha Verma').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('Recent KYC')).toBeVisible()
})

test('a passkey of another agent, one that is not used and one that was copied let nobody in; the password still does', async ({
  browser,
  product,
}) => {
  const { page, device, authenticatorId } = await atLocalhost(browser, product)
  // Older browsers lack the readers of options; the portal's own are used then.
  await page.addInitScript(() => {
    for (const reader of ['parseCreationOptionsFromJSON', 'parseRequestOptionsFromJSON'])
      Reflect.deleteProperty(PublicKeyCredential, reader)
  })
  await signIn(page, mobile)
  await page.goto('/profile')
  await addPasskey(page, product)
  await expect(page.getByText(added)).toBeVisible()

  await continueWithPasskey(page, '9000000004')
  await expect(page.getByText(notAccepted)).toBeVisible()

  await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await continueWithPasskey(page, mobile)
  await expect(page.getByText('No passkey was used.')).toBeVisible()

  await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId })
  const [own] = credentials
  if (!own) throw new Error('the device has no passkey')
  await continueWithPasskey(page, mobile)
  await expect(page).toHaveURL(/\/dashboard$/)
  // The copy begins with the counter of the moment when it was made.
  await device.send('WebAuthn.removeCredential', { authenticatorId, credentialId: own.credentialId })
  await device.send('WebAuthn.addCredential', { authenticatorId, credential: { ...own, signCount: 0 } })
  await continueWithPasskey(page, mobile)
  await expect(page.getByText(notAccepted)).toBeVisible()

  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('an address without a name, for which browsers have no passkeys, offers none', async ({ page }) => {
  await signIn(page, mobile)
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('Passkey')).toBeHidden()
  await openPasswordScreen(page, mobile)
  await expect(page.getByRole('button', { name: /passkey/ })).toBeHidden()
})

/** Opens the portal at localhost, on a computer whose own authenticator asks nobody. */
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

async function addPasskey(page: Page, product: Product): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByLabel('OTP')).toBeVisible()
  await page.getByLabel('OTP').fill((await product.sms(mobile)).slice(0, 6))
  await page.getByRole('button', { name: 'Add a passkey' }).click()
}

async function openPasswordScreen(page: Page, phone: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Mobile number').fill(phone)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
}

async function continueWithPasskey(page: Page, phone: string): Promise<void> {
  await openPasswordScreen(page, phone)
  await page.getByRole('button', { name: 'Continue with passkey' }).click()
}
