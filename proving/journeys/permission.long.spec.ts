import { agree } from './agent.ts'
import { noCalls, standBeforeCapture, test } from './local-network.ts'
import { expect } from './product.ts'

test('[KYC-4] while the permission is undecided the agent reads what the browser will ask, and a dismissed prompt lets no call through', async ({
  page,
  product,
  session,
  baseURL,
  decide,
}) => {
  await decide('prompt')
  await standBeforeCapture(page, 'DBS10213', { product, session, address: baseURL })
  const coach = page.getByText('Your browser will ask once', { exact: true })
  await expect(coach).toBeVisible()
  await agree(page)
  await expect(coach).toBeVisible()
  // A headless browser dismisses its own prompt.
  await page.getByRole('button', { name: 'Capture Fingerprint' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /What happened/ })).toBeVisible()
  expect(await product.deviceCalls()).toEqual(noCalls)
})
