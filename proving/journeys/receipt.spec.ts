import type { Page } from '@playwright/test'

import { expect, test } from './product.ts'
import { openScreen } from './open-screen.ts'
import { screens } from './screens.ts'

const results = screens.filter(
  ({ path, state }) => ['/kyc-result', '/kyc-order'].includes(path) && ['success', 'failure'].includes(state),
)
const values = [/^DBS\d{5}$/, /^[0-9a-f-]{36}$/, /^UKC:[0-9a-f]{32}$/, '04-03-2026 10:36:07']

test('[KYC-11] a result, and the page of its order, print as a receipt on one page, whether it succeeded or failed', async ({
  page,
  product,
  session,
}) => {
  expect(results).toHaveLength(4)
  for (const screen of results) {
    await page.emulateMedia({ media: 'screen' })
    await openScreen(screen, { page, product, session, isUsed: true })
    await page.emulateMedia({ media: 'print' })
    for (const text of ['Demo Bank', 'KYC Details', ...values])
      await expect(page.getByText(text, { exact: true }).filter({ visible: true })).toHaveCount(1)
    for (const role of ['button', 'link', 'banner', 'contentinfo', 'navigation'] as const)
      await expect(page.getByRole(role)).toHaveCount(0)
    expect(await pagesPrinted(page)).toBe(1)
  }
})

async function pagesPrinted(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
