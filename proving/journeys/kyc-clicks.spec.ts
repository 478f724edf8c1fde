import type { Page } from '@playwright/test'

import { agree, signIn } from './agent.ts'
import { expect, test } from './product.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name })

test('[KYC-4] a second press of Check, Capture or Proceed does nothing', async ({ page, product }) => {
  await product.device({ delayMs: 500 })
  await signIn(page, '9000000001')
  await page.goto('/do-kyc')
  await page.getByLabel('Reference number').fill('DBS10260')
  await button(page, 'Check').dblclick()
  await agree(page)
  await button(page, 'Capture Fingerprint').dblclick()
  await expect(page.getByText('Finger Print captured successfully.')).toBeVisible()

  await page.reload()
  await agree(page)
  // Two clicks at one place, with no look at the page between them.
  await button(page, 'Capture Fingerprint').click({ trial: true })
  const { x = 0, y = 0 } = (await button(page, 'Capture Fingerprint').boundingBox()) ?? {}
  await page.mouse.click(x + 60, y + 20)
  await page.mouse.click(x + 60, y + 20)
  await expect(page.getByText('Finger Print captured successfully.')).toBeVisible()
  await button(page, 'Proceed').dblclick()
  await expect(page).toHaveURL(/\/kyc-result$/)
})

test('[KYC-4] after Cancel the next capture waits for the scanner and goes on by itself', async ({
  page,
  product,
}) => {
  await product.device({ delayMs: 6000 })
  await signIn(page, '9000000001')
  await page.goto('/do-kyc')
  await page.getByLabel('Reference number').fill('DBS10261')
  await button(page, 'Check').click()
  await agree(page)
  await button(page, 'Capture Fingerprint').click()
  await expect(page.getByText('place one finger')).toBeVisible()
  await button(page, 'Cancel').click()
  await product.device({ delayMs: 500 })
  await button(page, 'Capture Fingerprint').click()
  await expect(page.getByText('finishing the scan you stopped')).toBeVisible()
  await expect(page.getByText('Finger Print captured successfully.')).toBeVisible()
})
