import { expect, test } from './product.ts'

const agent = '9000000001'

test('a log-in whose portal has not loaded says so, and loads it when the line is back', async ({ page }) => {
  let isLost = true
  await page.route(/\/(assets\/\w+\/(?!index\.)|api\/|health\/)/, route =>
    isLost ? route.abort() : route.continue(),
  )
  await page.goto('/login')
  await expect(page.getByText('This page did not load completely.')).toBeVisible()
  await expect(page.getByText('The bank’s server cannot be reached.')).toBeVisible()
  await page.getByLabel('Mobile number').fill(agent)

  isLost = false
  await expect(page.getByText('The bank’s server cannot be reached.')).toBeHidden()
  // Chromium has remembered the failed imports, so the page loads itself again.
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This page did not load completely.')).toBeHidden()
  await expect(page.getByLabel('Mobile number')).toHaveValue(agent)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeVisible()
  await expect.poll(() => page.evaluate(stylesMissing)).toBe(0)
})

function stylesMissing(): number {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  return [...links].filter(link => link.sheet === null).length
}
