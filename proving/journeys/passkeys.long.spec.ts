import { logOut, password, signIn } from './agent.ts'
import { createHttpClient } from './http-client.ts'
import { atLocalhost, card, typeOtp } from './passkey-browser.ts'
import { expect, test } from './product.ts'

const mobile = '9000000001'

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
  await expect(page.getByText('Passkey added.')).toBeVisible()
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
  await elsewhere.logIn(password)
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
