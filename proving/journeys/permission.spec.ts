import { agree, capture } from './agent.ts'
import { noCalls, standBeforeCapture, test } from './local-network.ts'
import { expect } from './product.ts'

test('[KYC-4, KYC-7] with the permission denied the agent reads how to allow it, nothing is sent, and once allowed it goes on', async ({
  page,
  product,
  session,
  baseURL,
  decide,
}) => {
  await decide('denied')
  await standBeforeCapture(page, 'DBS10212', { product, session, address: baseURL })
  const problem = page.getByRole('alert').filter({ hasText: /browser/i })
  await expect(problem).toContainText(/allow/i)

  // While the permission is denied, the portal asks for the consent only after a press of Try again.
  await expect(page.getByRole('checkbox')).toBeHidden()
  await page.getByRole('button', { name: 'Try again' }).click()
  await agree(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(problem).toContainText(/allow/i)
  expect(await product.deviceCalls()).toEqual(noCalls)

  await decide('granted')
  await capture(page)
})
