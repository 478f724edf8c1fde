import { languageCodes } from '@ekyc/contract/languages'
import { paths } from '@ekyc/contract/paths'

import { findCutLines } from './cut-lines.ts'
import { expect, test } from './product.ts'
import { lookInLanguages } from './look-in-languages.ts'
import { openScreen } from './open-screen.ts'
import { screens } from './screens.ts'

/** What browsers leave of a laptop's 1366×768 and a phone's 360×740. */
const sizes = [
  { width: 1366, height: 625 },
  { width: 360, height: 616 },
]
const schemes = ['light', 'dark'] as const

const judged: readonly string[] = [
  paths.doKyc,
  paths.kycResult,
  paths.kycOrder,
  paths.kycList,
  paths.otp,
  paths.changePassword,
  paths.deviceCheck,
]

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.describe.configure({ mode: 'parallel' })

for (const path of judged) {
  const states = screens.filter(screen => screen.path === path)

  test(`no bar cuts a line of ${path}, and hidden lines are told, in each language, size and scheme`, async ({
    page,
    product,
    session,
  }) => {
    test.setTimeout(60_000 + states.length * 20_000)
    page.setDefaultTimeout(20_000)
    for (const screen of states) {
      await test.step(screen.state, async () => {
        await page.setViewportSize({ width: 1366, height: 625 })
        const leave = await openScreen(screen, { page, product, session, isUsed: true })
        for (const size of sizes) {
          await page.setViewportSize(size)
          for (const colorScheme of schemes) {
            await page.emulateMedia({ colorScheme })
            const looks = await lookInLanguages(page, languageCodes, { lines: findCutLines })
            const found = looks.filter(({ lines }) => lines.length > 0)
            expect.soft(found, `${screen.state}, ${size.width} px, ${colorScheme}`).toEqual([])
          }
        }
        await leave()
        await page.context().clearCookies({ name: 'language' })
      })
    }
  })
}
