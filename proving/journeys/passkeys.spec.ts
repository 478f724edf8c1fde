import type { Page } from '@playwright/test'

import { logOut, signIn } from './agent.ts'
import { atLocalhost, card, typeOtp } from './passkey-browser.ts'
import { expect, test } from './product.ts'

const mobile = '9000000001'

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
  await expect(page.getByText('Passkey added.')).toBeVisible()
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
  await expect(page.getByText('This passkey was not accepted.')).toBeVisible()
  await page.close()
})

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
