import { checkAndCapture, proceed, signIn } from './agent.ts'
import { expect, test } from './product.ts'

// IDEMIA's service speaks https with a certificate that its installer adds to the computer.
test.use({ ignoreHTTPSErrors: true })

test('[KYC-5, KYC-6, KYC-7, KYC-10] with a scanner by IDEMIA the customer is found', async ({
  page,
  product,
}) => {
  await product.device({ vendor: 'idemia', delayMs: 0 })
  await signIn(page, '9000000001')
  await page.goto('/do-kyc')
  await checkAndCapture(page, 'DBS10304')
  await proceed(page)
  await expect(page.getByText(/UKC:[0-9a-f]{32}/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden()
  expect((await product.authorityRequests()).at(-1)).toMatchObject({ outcome: 'verified' })
})

test('[KYC-11] with another finger on a scanner by morpho the customer is not found', async ({
  page,
  product,
}) => {
  await product.device({ vendor: 'morpho', finger: 'somebody-else', delayMs: 0 })
  await signIn(page, '9000000001')
  await page.goto('/do-kyc')
  await checkAndCapture(page, 'DBS10309')
  await proceed(page)
  await expect(page.getByText('The fingerprint did not match. (300)')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
})
