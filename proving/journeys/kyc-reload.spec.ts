import type { Page } from '@playwright/test'

import { capture, proceed } from './agent.ts'
import { openScreen } from './open-screen.ts'
import { expect, test } from './product.ts'

const field = (page: Page) => page.getByLabel('Reference number')

test('[SES-5, KYC-2, KYC-10, KYC-11] a reload at any step of a KYC comes back to that step, with the reference and the order', async ({
  page,
  product,
  session,
}) => {
  await product.device({ delayMs: 0 })
  await openScreen({ path: '/do-kyc', state: 'empty', shows: 'Reference number' }, { page, product, session })
  await field(page).fill('DBS10252')
  await page.reload()
  await expect(field(page)).toHaveValue('DBS10252')

  // The reload cuts the running check. The answer is lost, but the order exists.
  await product.bank({ delayMs: 1_500 })
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('button', { name: /wait/i })).toBeVisible()
  await page.reload()
  await expect(field(page)).toHaveValue('DBS10252')
  await product.bank({ delayMs: 0 })
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('button', { name: 'Capture Fingerprint' })).toBeVisible()
  const order = await openOrder(page)
  expect(order).toMatchObject({ dbsRefCode: 'DBS10252' })

  await page.reload()
  await expect(field(page)).toHaveValue('DBS10252')
  await expect(field(page)).not.toBeEditable()
  expect(await openOrder(page)).toEqual(order)

  // A reload drops the capture, so the order needs a new capture.
  await capture(page)
  await page.reload()
  await expect(field(page)).toHaveValue('DBS10252')
  await expect(page.getByRole('button', { name: 'Proceed' })).toBeHidden()
  await capture(page)

  // Reloads while the authority still works on the first submit. The repeated submit gets the result of the first.
  const before = await product.authorityRequests()
  await product.authority({ delayMs: 1_500 })
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expect.poll(async () => (await product.authorityRequests()).length).toBe(before.length + 1)
  await page.reload()
  await expect(field(page)).toHaveValue('DBS10252')
  expect(await openOrder(page)).toEqual(order)
  await capture(page)
  await proceed(page)
  const transaction = await page.getByText(/UKC:[0-9a-f]{32}/).textContent()
  expect(await product.authorityRequests()).toHaveLength(before.length + 1)

  await page.reload()
  await expect(page.getByText(transaction ?? '')).toBeVisible()
  await expect(page.getByText('DBS10252')).toBeVisible()
  await page.getByRole('button', { name: 'Next customer' }).click()
  await expect(field(page)).toHaveValue('')
})

async function openOrder(page: Page): Promise<unknown> {
  const { state } = JSON.parse(await page.evaluate(() => sessionStorage.getItem('persist:root') ?? '{}')) as {
    state: Record<string, unknown>
  }
  return state['prepareOrderResponse']
}
