import { readFile } from 'node:fs/promises'

import { expect, test } from './product.ts'
import { openScreen } from './open-screen.ts'
import type { Screen } from './screens/screen.ts'

const fifth: Screen = { path: '/kyc-list', state: 'page 5', opensAt: '/kyc-list?page=5', shows: 'Page 5 of' }

test.use({ viewport: { width: 360, height: 800 } })

test('[LST-4] [LST-8] the status filter and the file hold every failed order, and no other', async ({
  page,
  product,
  session,
}) => {
  const failed = { ...fifth, opensAt: '/kyc-list?status=KYC_FAILURE', shows: 'Page 1 of' }
  await openScreen(failed, { page, product, session })
  const total = Number(/\d+/.exec((await page.getByText(/^Orders: /).textContent()) ?? '')?.[0])
  expect(total).toBeGreaterThan(100)
  await page.getByRole('button', { name: `Page 5` }).click()
  await expect(page.getByText('Page 5 of')).toBeVisible()
  await expect(page.getByText('Failed', { exact: true }).filter({ visible: true })).toHaveCount(6)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await saving
  await expect(page.getByText(`Orders in the file: ${total}, which is all of them.`)).toBeVisible()
  const [head, ...rows] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(head).toMatch(/^\ufeffRef ID,/)
  expect(rows).toHaveLength(total)
  expect(rows.filter(row => !row.includes(',Failed,'))).toEqual([])
})
