import type { Browser, CDPSession, Locator, Page } from '@playwright/test'

import { password, signIn } from './agent.ts'
import { createHttpClient } from './http-client.ts'
import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'
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

  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
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
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().includes('/passkey')) asked.push(new URL(request.url()).pathname)
  })
  await signIn(page, mobile)
  // The portal makes no passkey call in a browser in which no passkey was made or used before.
  expect(asked).toEqual([])
  await addByOtp(page, product, mobile)
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()

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

test('the first passkey adds a second one without an SMS; a changed password keeps the one that is ticked', async ({
  browser,
  product,
}) => {
  const agent = '9000000004'
  const fresh = 'Fresh@Start2027'
  const { page, device, authenticatorId } = await atLocalhost(browser, product)
  await signIn(page, agent)
  await addByOtp(page, product, agent)
  const [first] = (await device.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  const second = await addByPasskey(page, device, authenticatorId)
  await expect(card(page, 'Passkeys').getByRole('listitem')).toHaveCount(2)

  // Keeps the second passkey. The first passkey proved the agent, so only the second was never used.
  await changePassword(page, product, { phone: agent, fresh, keep: 'Never used' })
  await expect(page.getByText('You are logged out everywhere. Passkeys removed: 1.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await continueWithPasskey(page, agent)
  await expect(page).toHaveURL(/\/dashboard$/)

  await device.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: second })
  const restored = await addAuthenticator(device)
  if (!first) throw new Error('the device has no passkey')
  await device.send('WebAuthn.addCredential', { authenticatorId: restored, credential: first })
  await continueWithPasskey(page, agent)
  await expect(page.getByText(notAccepted)).toBeVisible()
  await page.context().close()

  // Restores the former password, because other tests log in with it.
  const { page: other } = await atLocalhost(browser, product)
  await signIn(other, agent, fresh)
  await changePassword(other, product, { phone: agent, fresh: password })
  await expect(other.getByText('Passkeys removed: 1.')).toBeVisible()
  await other.context().close()
})

test('an agent sees the session of another browser, and ends it, or every other one', async ({
  browser,
  product,
}) => {
  const open = () => browser.newPage({ baseURL: product.address })
  const [own, stranger, phone] = [await open(), await open(), await open()]
  await signIn(own, mobile)
  await signIn(stranger, mobile)
  await own.goto('/security')
  const sessions = card(own, 'Where you are logged in')
  await own.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(own.getByText(/Sessions ended: \d+\./)).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions).toContainText('This device')
  await stranger.goto('/kyc-list')
  await expect(stranger.getByText('Authentication Error!')).toBeVisible()

  await signIn(phone, mobile)
  await own.reload()
  await sessions.getByRole('button', { name: 'Remove Chrome on Linux' }).click()
  await expect(own.getByText('Logged out: Chrome on Linux.')).toBeVisible()
  await phone.goto('/kyc-list')
  await expect(phone.getByText('Authentication Error!')).toBeVisible()
  await own.goto('/kyc-list')
  await expect(own.getByRole('heading', { name: 'KYC List' })).toBeVisible()
  await Promise.all([own, stranger, phone].map(page => page.context().close()))
})

test('[K1] whoever has the password alone adds no passkey, by the page or by calls of their own', async ({
  browser,
  product,
}) => {
  const { page, device, authenticatorId } = await atLocalhost(browser, product)
  await signIn(page, mobile)
  await page.goto('/security')
  await page.getByRole('button', { name: 'Get an OTP by SMS' }).click()
  for (const triesLeft of [4, 3]) {
    await page.getByLabel('OTP').fill('000000')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByText(`Tries left: ${triesLeft}.`)).toBeVisible()
  }
  expect((await device.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toEqual([])

  const intruder = createHttpClient(product.address, mobile)
  await intruder.check()
  expect(await intruder.login(password)).toMatchObject({ status: 200, response: { success: true } })
  const start = (fields: object) =>
    intruder.post('user/passkey/start', 'PROFILE', { username: mobile, ...fields })
  const byPassword = await start({ password: encryptPassword(password, mobile) })
  expect(byPassword).toMatchObject({ status: 400, response: { success: false } })
  expect(byPassword['options']).toBeUndefined()
  const { otpDetails } = await intruder.post('user/password/reset', 'RESET_PASSWORD', { username: mobile })
  const ofAnotherPurpose = await start({
    otpDetails: { ...otpDetails, otp: await otpWith(otpDetails.mark, product, mobile) },
  })
  expect(ofAnotherPurpose.response.success).toBe(false)

  await page.reload()
  await expect(page.getByText('You have no passkey yet.')).toBeVisible()
  await page.context().close()
})

test('a passkey of another agent, one that is not used and one that was copied let nobody in; the password still does', async ({
  browser,
  product,
}) => {
  const { page, device, authenticatorId } = await atLocalhost(browser, product)
  // Removes the browser's readers of passkey options, which older browsers lack, so that the portal uses its own.
  await page.addInitScript(() => {
    for (const reader of ['parseCreationOptionsFromJSON', 'parseRequestOptionsFromJSON'])
      Reflect.deleteProperty(PublicKeyCredential, reader)
  })
  await signIn(page, mobile)
  await addByOtp(page, product, mobile)

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
  // Replaces the passkey by a copy with the signature counter of an earlier moment.
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
  await page.goto('/security')
  await expect(page.getByRole('region', { name: 'Passkeys' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Add a passkey' })).toBeHidden()
  await openPasswordScreen(page, mobile)
  await expect(page.getByRole('button', { name: /passkey/ })).toBeHidden()
})

/** Opens the portal at localhost, in a browser with a virtual authenticator that needs no act of a person. */
async function atLocalhost(
  browser: Browser,
  product: Product,
): Promise<{ page: Page; device: CDPSession; authenticatorId: string }> {
  const page = await browser.newPage({ baseURL: product.address.replace('127.0.0.1', 'localhost') })
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  return { page, device, authenticatorId: await addAuthenticator(device) }
}

async function addAuthenticator(device: CDPSession): Promise<string> {
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
  return authenticatorId
}

/** Turns off the list of passkeys at a field, because the virtual authenticator would choose from it at once. */
async function withoutList(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
}

async function addByOtp(page: Page, product: Product, phone: string): Promise<void> {
  await page.goto('/security')
  await page.getByRole('button', { name: 'Get an OTP by SMS' }).click()
  await typeOtp(page, product, phone)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText(added)).toBeVisible()
}

/**
 * Adds a passkey on a second authenticator, and returns that authenticator's id. The first authenticator proves the
 * agent, and is removed before the second passkey is made.
 */
async function addByPasskey(page: Page, device: CDPSession, first: string): Promise<string> {
  let second = ''
  await page.route('**/user/passkey/start', async route => {
    await device.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: first })
    second = await addAuthenticator(device)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expect(page.getByText(added)).toBeVisible()
  await page.unroute('**/user/passkey/start')
  return second
}

async function typeOtp(page: Page, product: Product, phone: string): Promise<void> {
  const hint = await page.getByText(/with the mark \d\d/).textContent()
  const mark = /mark (\d\d)/.exec(hint ?? '')?.[1] ?? ''
  await page.getByLabel('OTP', { exact: true }).fill(await otpWith(mark, product, phone))
}

async function otpWith(mark: string, product: Product, phone: string): Promise<string> {
  let text = await product.sms(phone)
  while (!new RegExp(`\\d{6}[^]*\\b${mark}\\b`).test(text)) text = await product.sms(phone)
  return /\d{6}/.exec(text)?.[0] ?? ''
}

function card(page: Page, name: string): Locator {
  return page.getByRole('region', { name })
}

async function changePassword(
  page: Page,
  product: Product,
  { phone, fresh, keep }: { phone: string; fresh: string; keep?: string },
): Promise<void> {
  await page.goto('/change-password')
  await typeOtp(page, product, phone)
  await page.getByLabel('New password', { exact: true }).fill(fresh)
  await page.getByLabel('Confirm password', { exact: true }).fill(fresh)
  if (keep !== undefined) await page.getByRole('checkbox', { name: keep }).check()
  await page.getByRole('button', { name: 'Submit' }).click()
}

async function openPasswordScreen(page: Page, phone: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Mobile number').fill(phone)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
}

async function continueWithPasskey(page: Page, phone: string): Promise<void> {
  await withoutList(page)
  await openPasswordScreen(page, phone)
  await page.getByRole('button', { name: 'Continue with passkey' }).click()
}
