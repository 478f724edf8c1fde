import type { Page } from '@playwright/test'

import { expect, test } from './product.ts'

test('[KYC-5, KYC-7, KYC-14] a good scanner tells its facts and scans once, and no device is called before Start', async ({
  page,
  product,
}) => {
  const asked = callsToThisComputer(page)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Check the fingerprint scanner' }).click()
  await expect(page.getByRole('heading', { name: 'Check the fingerprint scanner' })).toBeVisible()
  expect(asked).toEqual([])
  const before = await product.authorityRequests()

  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText(/your own finger, never a customer’s/)).toBeVisible()
  await expect(page.getByText('MFS110')).toBeVisible()
  await expect(page.getByText('1.4.1')).toBeVisible()
  expect(asked.filter(call => call.startsWith('CAPTURE'))).toEqual([])
  await page.getByRole('button', { name: 'Scan my finger' }).click()
  await expect(page.getByText('This scanner is ready for customers.')).toBeVisible()
  await expect(page.getByText(/Quality \d+ of 100: good/)).toBeVisible()
  expect(await product.authorityRequests()).toEqual(before)
})

/** The returned list grows with each request to a device port, including the requests that the browser refused. */
function callsToThisComputer(page: Page): string[] {
  const asked: string[] = []
  page.on('request', request => {
    if (/:111\d\d\//.test(request.url())) asked.push(`${request.method()} ${request.url()}`)
  })
  return asked
}
