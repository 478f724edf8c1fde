import { checkAndCapture, logInOpens, proceed, signIn } from './agent.ts'
import { expect, test } from './product.ts'

test('[LOG-6, KYC-2, KYC-7, KYC-10, KYC-11] an agent logs in, checks DBS10001, captures, proceeds and sees success', async ({
  page,
  product,
}) => {
  const before = await product.authorityRequests()
  await signIn(page, '9000000001')
  await page
    .getByRole('button', { name: 'Do KYC' })
    .or(page.getByRole('link', { name: 'Do KYC' }))
    .click()
  await checkAndCapture(page, 'DBS10001')
  await proceed(page)

  await expect(page.getByRole('heading', { name: 'KYC Details' })).toBeVisible()
  await expect(page.getByText('DBS10001')).toBeVisible()
  await expect(page.getByText(/UKC:[0-9a-f]{32}/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden()
  const requests = (await product.authorityRequests()).slice(before.length)
  expect(requests).toMatchObject([{ outcome: expect.stringMatching(/success|y|verified/i) as unknown }])

  // [DSH-2] The new order is on the dashboard and in the list.
  await page.goto('/dashboard')
  await expect(page.getByText('DBS10001').first()).toBeVisible()
  await page.getByRole('link', { name: 'View all' }).click()
  await expect(page).toHaveURL(/\/kyc-list/)
  await expect(page.getByText('DBS10001').first()).toBeVisible()
})

test('[KYC-13] DBS20001 fails with the reason, Retry prefills the reference, and with its own finger it succeeds', async ({
  page,
  product,
}) => {
  await signIn(page, '9000000001')
  await page.goto('/do-kyc')
  await checkAndCapture(page, 'DBS20001')
  await proceed(page)
  await expect(page.getByText('The fingerprint did not match. (300)')).toBeVisible()

  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page).toHaveURL(/\/do-kyc$/)
  await expect(page.getByLabel('Reference number')).toHaveValue('DBS20001')
  await product.device({ finger: 'DBS20001' })
  await checkAndCapture(page, 'DBS20001')
  await proceed(page)
  await expect(page.getByText(/UKC:[0-9a-f]{32}/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden()
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

test('[LOG-11] an agent without the role sees the reason and is sent back', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Mobile number').fill('9000000003')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill('Agent@2026')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Access is not permitted.')).toBeVisible()
  await expect(page).toHaveURL(/\/(login)?$/)
})

test('[NAV-7, DSH-1] an agent without DO_EKYC_APP has no Do KYC button, and its page says why', async ({
  page,
}) => {
  await signIn(page, '9000000004')
  await expect(
    page.getByRole('link', { name: 'Do KYC' }).or(page.getByRole('button', { name: 'Do KYC' })),
  ).toBeHidden()
  await page.goto('/do-kyc')
  await expect(page.getByText("Sorry, You don't have permission to do kyc!")).toBeVisible()
})
