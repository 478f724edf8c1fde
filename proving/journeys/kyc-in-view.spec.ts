import { expect, test } from './product.ts'
import { openScreen } from './open-screen.ts'
import { outOfView } from './out-of-view.ts'
import { kycScreens } from './screens/do-kyc.ts'

// Browsers leave this page of a laptop's 1366×768. A phone's page is measured by every-screen.spec.ts.
test.use({ viewport: { width: 1366, height: 625 }, contextOptions: { reducedMotion: 'reduce' } })

test('the seconds of a scan are in view where the action bar covers their place', async ({
  page,
  product,
  session,
}) => {
  const screen = stateOf('2 capturing')
  await page.setViewportSize({ width: 360, height: 460 })
  await openScreen(screen, { page, product, session })
  expect(await outOfView(page, { ...screen, says: [...screen.says, /^\d+ s$/] })).toEqual([])
})

test('the picture of a scan that succeeded is in view above a tall action bar', async ({
  page,
  product,
  session,
}) => {
  const screen = stateOf('3 captured')
  await page.setViewportSize({ width: 360, height: 520 })
  await openScreen(screen, { page, product, session })
  const picture = await page.locator('[data-at=captured]').boundingBox()
  const bar = await page.getByRole('status').filter({ hasText: screen.shows }).boundingBox()
  expect(picture && picture.y + picture.height).toBeLessThanOrEqual(bar?.y ?? 0)
})

test('steps, sentences and the primary action of each KYC state are in view at 1366×625', async ({
  page,
  product,
  session,
}) => {
  test.setTimeout(60_000 + kycScreens.length * 10_000)
  page.setDefaultTimeout(20_000)
  for (const screen of kycScreens) {
    await test.step(screen.state, async () => {
      const leave = await openScreen(screen, { page, product, session, isUsed: true })
      expect.soft(await outOfView(page, screen), screen.state).toEqual([])
      await leave()
    })
  }
})

function stateOf(name: string): (typeof kycScreens)[number] {
  const screen = kycScreens.find(({ state }) => state === name)
  if (!screen) throw new Error(`the table of states has no ${name}`)
  return screen
}
