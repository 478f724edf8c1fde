import { readCatalogue } from '../languages/catalogues.ts'
import { showLanguage } from './languages/show-language.ts'
import { openScreen } from './open-screen.ts'
import { expect, test } from './product.ts'
import { screens } from './screens.ts'

test('[API-14] Try again by keyboard: the focus moves to the list while it loads, and back to the button when it fails', async ({
  page,
  product,
  session,
}) => {
  const failed = screens.find(({ path, state }) => path === '/kyc-list' && state === 'failed')
  if (!failed) throw new Error('The table of screens has no list that failed.')
  const leave = await openScreen(failed, { page, product, session })
  const again = page.getByRole('button', { name: 'Try again' })
  await again.press('Enter')
  await expect(page.getByText('The service is busy')).toBeVisible()
  await expect(again).toBeFocused()
  await leave()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ref ID')).toHaveCount(5)
  const orders = page.getByRole('group', { name: 'Orders' })
  await expect(orders).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(orders.locator(':focus')).toHaveCount(1)
})

test('[DSH-4] at 320 px the graph’s long title in Malayalam breaks between its words alone', async ({
  page,
  product,
  session,
}) => {
  const dashboard = screens.find(({ state, path }) => path === '/dashboard' && state === 'full')
  if (!dashboard) throw new Error('the table has no full dashboard')
  await page.setViewportSize({ width: 320, height: 640 })
  await openScreen(dashboard, { page, product, session })
  await showLanguage(page, 'ml')
  const title = page.getByRole('heading', { name: readCatalogue('ml')['statistics.graph.title'] ?? '' })
  const lines = () =>
    title.evaluate(({ firstChild }) => {
      const word = document.createRange()
      word.setStart(firstChild as Text, (firstChild as Text).data.indexOf(' ') + 1)
      word.setEnd(firstChild as Text, (firstChild as Text).data.length)
      return word.getClientRects().length
    })
  await expect.poll(lines).toBe(1)
})

test('[DSH-4] on a phone, twelve months and their legend stand above the fold', async ({
  page,
  product,
  session,
}) => {
  const twelve = screens.find(({ path, state }) => path === '/dashboard' && state.startsWith('twelve months'))
  if (!twelve) throw new Error('The table of screens has no graph of twelve months.')
  await page.setViewportSize({ width: 360, height: 616 })
  await openScreen(twelve, { page, product, session })
  await page.evaluate(() => scrollTo(0, 0))
  for (const name of ['Do KYC', 'twelve months', 'legend']) {
    const part = name === 'Do KYC' ? page.getByRole('button', { name }) : page.locator(partOf[name] ?? '')
    const bottom = async () => {
      const { y, height } = (await part.boundingBox()) ?? { y: Infinity, height: 0 }
      return y + height
    }
    await expect.poll(bottom, name).toBeLessThanOrEqual(616)
  }
})

const partOf: Record<string, string> = { 'twelve months': '.bar-graph_frame', legend: '.bar-graph_reading' }
