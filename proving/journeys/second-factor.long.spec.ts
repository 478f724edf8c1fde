import type { Page } from '@playwright/test'

import { logOut, password } from './agent.ts'
import { expect, test, type Product } from './product.ts'

test.use({ settings: { SECOND_FACTOR: 'required' } })

const [asha, lakshmi] = ['9000000001', '9000000005']

test('[control 10] on a shared computer each agent logs in by password and OTP, once a day', async ({
  page,
  product,
}) => {
  await typePassword(page, asha)
  await expect(page.getByRole('heading', { name: 'Confirm your log-in' })).toBeVisible()
  await expect(page.getByLabel('OTP')).toBeFocused()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Tries left: 4.')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByText('Recent KYC')).toBeHidden()

  await typePassword(page, asha)
  await confirm(page, product, asha)
  await expect(page.getByText('Asha Verma').first()).toBeVisible()

  await logOut(page)
  await typePassword(page, lakshmi)
  await confirm(page, product, lakshmi)
  await expect(page.getByText('Lakshmi Nair').first()).toBeVisible()

  await logOut(page)
  await typePassword(page, asha)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Asha Verma').first()).toBeVisible()
})

async function typePassword(page: Page, mobile: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Mobile number').fill(mobile)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
}

async function confirm(page: Page, product: Product, mobile: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Confirm your log-in' })).toBeVisible()
  const sms = await product.sms(mobile)
  expect(sms).toContain('confirms a log-in with your password')
  await page.getByLabel('OTP').fill(/\d{6}/.exec(sms)?.[0] ?? '')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}
