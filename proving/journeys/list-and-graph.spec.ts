import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { expect, test } from './product.ts'
import { openScreen } from './open-screen.ts'
import type { Screen } from './screens/screen.ts'

const list: Screen = { path: '/kyc-list', state: 'orders', shows: 'Ref ID' }

test('[LST-5, LST-8] 2,000 orders: page and filters outlast a reload and Back, and the saved file has every order of the filters', async ({
  page,
  product,
  session,
}) => {
  await openScreen(list, { page, product, address: product.address, session })
  const cards = page.getByText('Ref ID')
  await expect(cards).toHaveCount(5)
  await page.getByRole('button', { name: 'Page 5' }).click()
  await expect(page).toHaveURL(/\/kyc-list\?page=5$/)
  await expect(page.getByRole('button', { name: 'Page 7' })).toBeVisible()

  await page.locator('summary', { hasText: 'Filter' }).click()
  await page.getByLabel('Status').selectOption({ label: 'Failed' })
  await page.getByLabel('From date').fill('2020-01-01')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/\/kyc-list\?status=KYC_FAILURE&from=2020-01-01$/)
  await page.reload()
  await expect(page.locator('summary', { hasText: '2' })).toBeVisible()
  const total = Number(/\d+/.exec((await page.getByText(/^Orders: /).textContent()) ?? '')?.[0])
  expect(total).toBeGreaterThan(100)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const [, ...rows] = (await readFile(await (await saving).path(), 'utf8')).trimEnd().split('\r\n')
  expect(rows.filter(row => row.includes(',Failed,'))).toHaveLength(total)
  expect(rows).toHaveLength(total)
  await page.goBack()
  await expect(page).toHaveURL(/\/kyc-list\?page=5$/)
  await expect(cards).toHaveCount(5)
})

test('[DSH-4] the graph: three fills that differ in lightness and pattern, and values by hover, keyboard and touch', async ({
  browser,
  product,
  session,
}) => {
  const page = await browser.newPage({ hasTouch: true, baseURL: product.address })
  await openScreen(
    { path: '/dashboard', state: 'signed in', shows: 'Duration' },
    { page, product, address: product.address, session },
  )
  const months = page.getByRole('radio')
  await expect(months).toHaveCount(3)
  const table = page.getByRole('table')
  const values = async (row: number) =>
    (
      await table
        .getByRole('row')
        .nth(row + 1)
        .getByRole('cell')
        .allTextContents()
    ).map(digits)
  const reading = async () => digitsIn(await page.locator('.bar-graph_reading li').allTextContents())
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    const { lightness, marks } = await fills(page)
    const [least = 0, middle = 0, most = 0] = lightness.toSorted((a, b) => a - b)
    expect(middle - least, scheme).toBeGreaterThan(10)
    expect(most - middle, scheme).toBeGreaterThan(10)
    expect(new Set(marks).size, scheme).toBe(3)
  }

  await months.nth(0).hover()
  await expect.poll(reading).toEqual(await values(0))
  await page.mouse.move(0, 0)
  await months.nth(1).tap()
  await expect.poll(reading).toEqual(await values(1))
  await page.keyboard.press('ArrowRight')
  await expect(months.nth(2)).toBeFocused()
  await expect.poll(reading).toEqual(await values(2))
  await page.close()
})

/** Returns the CIE lightness L* of the three fills, and the patterns over them. */
async function fills(page: Page): Promise<{ lightness: number[]; marks: string[] }> {
  return page.evaluate(() => {
    const swatches = [...document.querySelectorAll('.bar-graph_reading li > i')].map(one =>
      getComputedStyle(one),
    )
    const linear = (part: number) => (part <= 10 ? part / 3295 : ((part / 255 + 0.055) / 1.055) ** 2.4)
    return {
      lightness: swatches.map(({ backgroundColor }) => {
        const [red = 0, green = 0, blue = 0] = backgroundColor.match(/[\d.]+/g)?.map(Number) ?? []
        return 116 * Math.cbrt(0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)) - 16
      }),
      marks: swatches.map(({ backgroundImage }) => backgroundImage),
    }
  })
}

function digitsIn(texts: string[]): string[] {
  return texts.map(digits)
}

function digits(text: string): string {
  return text.replaceAll(/\D/g, '')
}
