import { expect, type Page } from '@playwright/test'

export const password = 'Agent@2026'

export async function signIn(page: Page, mobile: string, secret = password): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Mobile number', { exact: false }).fill(mobile)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await logInOpens(page)
}

/** Waits for the log-in, to which the portal leaves by itself. Another way there would be aborted by this one. */
export async function logInOpens(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
}

export async function checkAndCapture(page: Page, reference: string): Promise<void> {
  const field = page.getByLabel('Reference number')
  if (await field.isEditable()) {
    if ((await field.inputValue()) !== reference) await field.fill(reference)
    await page.getByRole('button', { name: 'Check' }).click()
  }
  await expect(field).not.toBeEditable()
  await capture(page)
}

/** Ticks the consent, which the portal allows only after the last item of the consent has been in view. */
export async function agree(page: Page): Promise<void> {
  const consent = page.getByRole('checkbox')
  await consent.waitFor()
  if (await consent.isChecked()) return
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await consent.check()
}

export async function capture(page: Page): Promise<void> {
  await agree(page)
  await page.getByRole('button', { name: 'Capture Fingerprint' }).click()
  await expect(page.getByText('Finger Print captured successfully.')).toBeVisible()
}

export async function proceed(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expect(page).toHaveURL(/\/kyc-result$/)
}
