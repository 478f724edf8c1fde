import { expect, test } from './product.ts'
import { listen, press, tabTo } from './keyboard.ts'
import { openScreen } from './open-screen.ts'

test('[LST-4, LST-5, DSH-4] list and graph by keyboard: filter, pages and the values of a month', async ({
  page,
  product,
  session,
}) => {
  const heard = await listen(page)
  const keys = page.keyboard
  const full = { state: 'full', path: '/kyc-list', shows: 'Ref ID' }
  await openScreen(full, { page, product, session })

  const next = page.getByRole('button', { name: 'Next page' })
  await press(page, next)
  await expect(page).toHaveURL(/page=2/)
  await expect(next).toBeFocused()
  await expect.poll(heard).toContainEqual(expect.stringMatching(/^Page 2 of/))

  await page.reload()
  const filter = page.locator('summary')
  await press(page, filter)
  const status = page.getByLabel('Status')
  await tabTo(page, status)
  await expect(status).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Apply' }))
  await expect.poll(heard).toContain('Please selecte a status')
  await expect(status).toBeFocused()
  await keys.type('Success')
  await press(page, page.getByRole('button', { name: 'Apply' }))
  await expect(page).toHaveURL(/status=KYC_SUCCESS/)
  await expect(filter).toBeFocused()

  await openScreen(
    { ...full, path: '/dashboard', shows: 'Recent KYC' },
    { page, product, session, isUsed: true },
  )
  const month = page.getByRole('radio')
  await tabTo(page, month.first())
  await keys.press('ArrowRight')
  await expect(month.nth(1)).toBeFocused()
  await expect(month.nth(1)).toBeChecked()
  await expect(month.nth(1)).toHaveAccessibleName(/20\d\d/)
})
