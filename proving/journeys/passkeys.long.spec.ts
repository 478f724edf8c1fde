import { logOut, signIn } from './agent.ts'
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
