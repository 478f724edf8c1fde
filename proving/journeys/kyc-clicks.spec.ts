import type { Page } from '@playwright/test'

import { agree } from './agent.ts'
import { openScreen } from './open-screen.ts'
import { expect, test } from './product.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name })

test('[KYC-4] a second press of Check, Capture or Proceed does nothing', async ({
  page,
  product,
  session,
}) => {
  await product.device({ delayMs: 500 })
  await openScreen({ path: '/do-kyc', state: 'empty', shows: 'Reference number' }, { page, product, session })
  await page.getByLabel('Reference number').fill('DBS10260')
  await button(page, 'Check').dblclick()
  await agree(page)
  await button(page, 'Capture Fingerprint').dblclick()
  await expect(page.getByText('Finger Print captured successfully.')).toBeVisible()
  await button(page, 'Proceed').dblclick()
  await expect(page).toHaveURL(/\/kyc-result$/)
  await expect(page.getByText(/UKC:[0-9a-f]{32}/)).toBeVisible()
})
