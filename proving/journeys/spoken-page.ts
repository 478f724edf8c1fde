import { createRequire } from 'node:module'

import type { Page } from '@playwright/test'

/** The path of the screen reader's script. It is below /assets/, from which the page's policy allows scripts. */
const address = '/assets/virtual-screen-reader.js'
const file = createRequire(import.meta.url).resolve('@guidepup/virtual-screen-reader/browser.js')

type VirtualScreenReader = {
  start(options: { container: Node }): Promise<void>
  next(): Promise<void>
  stop(): Promise<void>
  lastSpokenPhrase(): Promise<string>
  spokenPhraseLog(): Promise<string[]>
}

/** Returns the phrases that a screen reader says from the top of the page to its end. */
export async function spokenPage(page: Page): Promise<string[]> {
  await page.route(`**${address}`, route => route.fulfill({ path: file, contentType: 'text/javascript' }))
  return page.evaluate(async from => {
    const { virtual } = (await import(from)) as { virtual: VirtualScreenReader }
    await virtual.start({ container: document.body })
    while ((await virtual.lastSpokenPhrase()) !== 'end of document') await virtual.next()
    const phrases = await virtual.spokenPhraseLog()
    await virtual.stop()
    // Drops the markup of <noscript>, which the virtual reader reads and a browser with scripts skips.
    return phrases.filter(phrase => !phrase.startsWith('<'))
  }, address)
}
