import type { Page } from '@playwright/test'

import { expect, test } from './product.ts'
import { openScreen } from './open-screen.ts'
import { screens } from './screens.ts'
import type { Screen } from './screens/screen.ts'

const results = screens.filter(
  ({ path, state }) => path === '/kyc-result' && ['success', 'failure'].includes(state),
)

test('[KYC-11] a result prints as a receipt on one page, whether it succeeded or failed', async ({
  page,
  product,
  session,
}) => {
  for (const screen of results) {
    await page.emulateMedia({ media: 'screen' })
    await openScreen(screen, { page, product, session, isUsed: true })
    await page.emulateMedia({ media: 'print' })
    for (const text of ['Demo Bank', 'KYC Details', ...Object.values(valuesOf(screen))])
      await expect(page.getByText(text, { exact: true }).filter({ visible: true })).toHaveCount(1)
    for (const role of ['button', 'link', 'banner', 'contentinfo', 'navigation'] as const)
      await expect(page.getByRole(role)).toHaveCount(0)
    expect(await pagesPrinted(page)).toBe(1)
  }
})

function valuesOf({ slice }: Screen): Record<string, string> {
  const { orderId = '', txnId = '', dbsRefCode = '' } = (slice?.['kycVal'] ?? {}) as Record<string, string>
  return {
    Reference: dbsRefCode,
    Order: orderId,
    Transaction: txnId,
    'Started (India time)': '04-03-2026 10:36:07',
  }
}

async function pagesPrinted(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
