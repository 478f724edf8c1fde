import { chromium, type Page } from '@playwright/test'

import { ensureBrowser } from '../../journeys/browser.ts'
import { heldSession } from '../../journeys/held-session.ts'
import { openScreen } from '../../journeys/open-screen.ts'
import { scannersFrom } from '../../journeys/scanner-ports.ts'
import { screens } from '../../journeys/screens.ts'
import type { Stage } from './stage.ts'

/** Opens every screen of the portal in each of its states and calls `look`. @returns the number of states */
export async function forEachScreen(
  stage: Stage,
  { script, look }: { script?: string; look: (page: Page, state: string) => Promise<void> },
): Promise<number> {
  const product = await stage.product()
  const browser = await chromium.launch({
    executablePath: await ensureBrowser((_title, work) => work()),
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu', scannersFrom(product.devicePort)],
  })
  try {
    const session = await heldSession(browser, product.address)
    // The content security policy of the page would block the checker's script.
    const context = await browser.newContext({ bypassCSP: true, reducedMotion: 'reduce', locale: 'en-IN' })
    if (script !== undefined) await context.addInitScript(script)
    const page = await context.newPage()
    for (const screen of screens) {
      const leave = await openScreen(screen, { page, product, session, isUsed: true })
      await look(page, `${screen.path}, ${screen.state}`)
      await leave()
    }
    return screens.length
  } finally {
    await browser.close()
  }
}
