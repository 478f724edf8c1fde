import { checkAndCapture, proceed, signIn } from './agent.ts'
import { expect, test } from './product.ts'

test('[SES-2] a second tab takes the session over, and each tab has its own customer', async ({
  page,
  context,
  product,
}) => {
  await product.device({ delayMs: 0 })
  await signIn(page, '9000000001')
  await page.goto('/do-kyc')
  await page.getByLabel('Reference number').fill('DBS10801')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('checkbox')).toBeVisible()

  const second = await context.newPage()
  await second.goto('/do-kyc')
  await expect(second.getByLabel('Reference number')).toHaveValue('')
  await checkAndCapture(second, 'DBS10802')
  await proceed(second)
  await expect(second.getByText(/UKC:[0-9a-f]{32}/)).toBeVisible()

  await checkAndCapture(page, 'DBS10801')
  await proceed(page)
  await expect(page.getByText(/UKC:[0-9a-f]{32}/)).toBeVisible()
})
