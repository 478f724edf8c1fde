import { expect, test } from './product.ts'
import { openScreen } from './open-screen.ts'
import { outOfView } from './looks/out-of-view.ts'
import { kycScreens } from './screens/do-kyc.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.describe.configure({ retries: 1 })

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
  const roomAboveBar = async () => {
    const picture = await page.locator('[data-at=captured]').boundingBox()
    const bar = await page.getByRole('status').filter({ hasText: screen.shows }).boundingBox()
    return picture && bar && bar.y - picture.y - picture.height
  }
  await expect.poll(roomAboveBar).toBeGreaterThanOrEqual(0)
})

function stateOf(name: string): (typeof kycScreens)[number] {
  const screen = kycScreens.find(({ state }) => state === name)
  if (!screen) throw new Error(`the table of states has no ${name}`)
  return screen
}
