import { checkAndCapture } from './agent.ts'
import { openScreen } from './open-screen.ts'
import { expect, test } from './product.ts'

test('[KYC-10, KYC-12] a submit without a network is sent by itself when the network is back, and runs once', async ({
  page,
  context,
  product,
  session,
}) => {
  await product.device({ delayMs: 0 })
  await openScreen({ path: '/do-kyc', state: 'empty', shows: 'Reference number' }, { page, product, session })
  await checkAndCapture(page, 'DBS10254')
  const before = await product.authorityRequests()
  const bodies: (string | null)[] = []
  page.on('request', request => {
    if (request.url().endsWith('/order/submit')) bodies.push(request.postData())
  })

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expect(page.getByText(/The order will be sent automatically/)).toBeVisible()
  await expect.poll(() => bodies).toHaveLength(1)
  await expect(page).toHaveURL(/\/do-kyc$/)
  await context.setOffline(false)

  await expect(page).toHaveURL(/\/kyc-result$/)
  await expect(page.getByText(/UKC:[0-9a-f]{32}/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden()
  expect(bodies).toHaveLength(2)
  expect(bodies[1]).toBe(bodies[0])
  expect(await product.authorityRequests()).toHaveLength(before.length + 1)
})
