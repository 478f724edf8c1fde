import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { capture } from './agent.ts'
import { openScreen } from './open-screen.ts'
import { expect, test } from './product.ts'

const file = join(import.meta.dirname, '../../branding/default.json')
type Text = Record<string, string> & { headings: Record<string, string> }
const { consent }: { consent: { texts: { ta: Text } } } = JSON.parse(readFileSync(file, 'utf8'))
const { headings, ...items } = consent.texts.ta
const tamil = [...Object.values(headings), ...Object.values(items)]

test.use({ viewport: { width: 320, height: 640 } })

test('[rule 16] a customer’s consent in Tamil, on a page in Hindi, in large print and with the order', async ({
  page,
  product,
  session,
}) => {
  await page.context().addCookies([{ name: 'language', value: 'hi', url: product.address }])
  await openScreen({ path: '/do-kyc', state: 'empty', shows: /./ }, { page, product, session })
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await page.locator('main input').first().fill('DBS10316')
  await page.keyboard.press('Enter')

  const language = page.locator('section select')
  await expect(language).toHaveValue('hi')
  await language.selectOption('ta')
  for (const text of tamil) await expect(page.locator('[lang=ta]').getByText(text)).toBeVisible()

  await page.getByRole('button', { name: 'ग्राहक को दिखाएँ' }).click()
  const dialog = page.getByRole('dialog')
  for (const text of tamil) {
    const shown = dialog.getByText(text, { exact: true })
    await shown.scrollIntoViewIfNeeded()
    await expect(shown).toBeInViewport()
    expect(
      await shown.evaluate(element => Number.parseFloat(getComputedStyle(element).fontSize)),
    ).toBeGreaterThan(23.9)
  }
  const scrolling = await dialog.locator('*').evaluateAll(elements =>
    elements
      .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => {
        return clientWidth > 1 && (scrollWidth > clientWidth || scrollHeight > clientHeight + 1)
      })
      .map(({ outerHTML }) => outerHTML),
  )
  expect(scrolling).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'ग्राहक को दिखाएँ' })).toBeFocused()
  await expect(page.getByRole('checkbox')).not.toBeChecked()

  await page.context().addCookies([{ name: 'language', value: 'en', url: product.address }])
  await page.reload()
  await page.getByLabel('Customer’s language').selectOption('ta')
  await capture(page)
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expect(page.getByText(/Version 2, Tamil, given/)).toBeVisible()
  await page.getByRole('link', { name: 'Open this order’s page' }).click()
  await expect(page.getByText(/Version 2, Tamil, given/)).toBeVisible()
})
