import { chromium } from '@playwright/test'

import { test as base } from './product.ts'

export { expect } from './product.ts'

/** Undefined for the Chromium that Playwright has installed. */
export const wholeBrowser = process.env['CHROMIUM_PATH']

/**
 * `test` whose page is in the whole Chromium. The headless shell lacks the warning of a certificate and the prompt of a
 * permission.
 */
export const test = base.extend<{ furtherArgs: string[] }>({
  furtherArgs: [[], { option: true }],
  page: async ({ launchOptions, furtherArgs, baseURL }, use) => {
    const { executablePath: _shell, args = [], ...options } = launchOptions
    const browser = await chromium.launch({
      ...options,
      ...(wholeBrowser && { executablePath: wholeBrowser }),
      args: [...args, ...furtherArgs],
    })
    await use(await browser.newPage({ baseURL: baseURL ?? '', locale: 'en-IN', timezoneId: 'Asia/Kolkata' }))
    await browser.close()
  },
})
