import { checkAndCapture, logInOpens, proceed, signIn } from './agent.ts'
import { expect, test } from './product.ts'

test('[LOG-6, KYC-2, KYC-7, KYC-10, KYC-11, KYC-13] an agent logs in; DBS20001 fails with the reason, Retry prefills the reference, and with its own finger it succeeds', async ({
  page,
  product,
}) => {
  await product.device({ delayMs: 0 })
  await signIn(page, '9000000001')
  await page.getByRole('button', { name: 'Do KYC' }).click()
  await checkAndCapture(page, 'DBS20001')
  await proceed(page)
  await expect(page.getByText('The fingerprint did not match. (300)')).toBeVisible()

  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page).toHaveURL(/\/do-kyc$/)
  await expect(page.getByLabel('Reference number')).toHaveValue('DBS20001')
  await product.device({ finger: 'DBS20001', delayMs: 0 })
  const before = await product.authorityRequests()
  await checkAndCapture(page, 'DBS20001')
  await proceed(page)

  await expect(page.getByRole('heading', { name: 'KYC Details' })).toBeVisible()
  await expect(page.getByText('DBS20001')).toBeVisible()
  await expect(page.getByText(/UKC:[0-9a-f]{32}/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden()
  const requests = (await product.authorityRequests()).slice(before.length)
  expect(requests).toMatchObject([{ outcome: expect.stringMatching(/success|y|verified/i) as unknown }])

  // [DSH-2] The new order is on the dashboard and in the list.
  await page.goto('/dashboard')
  await expect(page.getByText('DBS20001').first()).toBeVisible()
  await page.getByRole('link', { name: 'View all' }).click()
  await expect(page).toHaveURL(/\/kyc-list/)
  await expect(page.getByText('DBS20001').first()).toBeVisible()
})

test('[OTP-1, OTP-6, LOG-2] a new agent comes in by the OTP of the SMS inbox and sets a password', async ({
  page,
  product,
}) => {
  await page.goto('/login')
  await page.getByLabel('Mobile number').fill('9000000002')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/otp$/)

  const otp = /\d{6}/.exec(await product.sms('9000000002'))?.[0] ?? ''
  await page.getByLabel('OTP', { exact: true }).fill(otp)
  await page.getByLabel('New password', { exact: true }).fill('Fresh@Start1')
  await page.getByLabel('Confirm password', { exact: true }).fill('Fresh@Start1')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Password reset succssful. Redirect to login page....')).toBeVisible()
  await logInOpens(page)

  await signIn(page, '9000000002', 'Fresh@Start1')
})
