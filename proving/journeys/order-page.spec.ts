import { expect, test } from './product.ts'
import { openScreen } from './open-screen.ts'

test.use({ viewport: { width: 360, height: 616 } })

test('[KYC-11] the list leads to the page of an order, which has the same time, opens again and prints', async ({
  page,
  product,
  session,
}) => {
  const list = { path: '/kyc-list', state: 'page 2', opensAt: '/kyc-list?page=2', shows: 'Page 2 of' }
  await openScreen(list, { page, product, session })
  const reference = page.getByRole('link', { name: /^DBS\d+$/ }).first()
  const name = (await reference.textContent()) ?? ''
  const time =
    (await page
      .getByText(/^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/)
      .first()
      .textContent()) ?? ''
  await reference.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/kyc-order#[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name: 'KYC Details' })).toBeFocused()
  for (const text of [name, time]) await expect(page.getByText(text, { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText(name, { exact: true })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  for (const text of ['Demo Bank', name, time])
    await expect(page.getByText(text, { exact: true }).filter({ visible: true })).toHaveCount(1)
  await expect(page.getByText(/^Lakshmi Nair, /)).toBeVisible()
  await expect(page.getByText(/^Printed .*\(India\)$/)).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)

  await page.emulateMedia({ media: 'screen' })
  await page.goBack()
  await expect(page.getByText('Page 2 of')).toBeVisible()
})
