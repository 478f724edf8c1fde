import { readCatalogue } from '../languages/catalogues.ts'
import { showLanguage } from './languages/show-language.ts'
import { openScreen } from './open-screen.ts'
import { expect, test } from './product.ts'
import { screens } from './screens.ts'

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
