import type { Page } from '@playwright/test'

import { expect, test } from './product.ts'
import { test as testInWholeBrowser } from './whole-browser.ts'

test('[KYC-5, KYC-7, KYC-14] a good scanner tells its facts and scans once, and no device is called before Start', async ({
  page,
  product,
}) => {
  const asked = callsToThisComputer(page)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Check the fingerprint scanner' }).click()
  await expect(page.getByRole('heading', { name: 'Check the fingerprint scanner' })).toBeVisible()
  expect(asked).toEqual([])
  const before = await product.authorityRequests()

  await start(page)
  await expect(page.getByText(/your own finger, never a customer’s/)).toBeVisible()
  await expect(page.getByText('MFS110')).toBeVisible()
  await expect(page.getByText('1.4.1')).toBeVisible()
  expect(asked.filter(call => call.startsWith('CAPTURE'))).toEqual([])
  await page.getByRole('button', { name: 'Scan my finger' }).click()
  await expect(page.getByText('This scanner is ready for customers.')).toBeVisible()
  await expect(page.getByText(/Quality \d+ of 100: good/)).toBeVisible()
  expect(await product.authorityRequests()).toEqual(before)
})

test('[KYC-15] a scanner that is not ready stops the check, with the next step, and is checked again', async ({
  page,
  product,
}) => {
  await product.device({ scenario: 'not-ready' })
  await page.goto('/device-check')
  await start(page)
  await expect(page.getByRole('alert')).toContainText(/Unplug the scanner/)
  await product.device({ scenario: 'ready' })
  await page.goto('/device-check')
  await start(page)
  await expect(page.getByRole('button', { name: 'Scan my finger' })).toBeVisible()
})

testInWholeBrowser(
  '[KYC-9] the coach leads past an untrusted certificate to a scan over https',
  async ({ page, product }) => {
    await product.device({ vendor: 'idemia', delayMs: 0 })
    await page.goto('/device-check')
    await start(page)
    const service = `https://127.0.0.1:${product.devicePort}/`
    const opening = page.getByRole('button', { name: /^Open https:/ })
    // Opens no tabs for the ports below the service's own port, because each tab would take a second.
    await page.evaluate(address => {
      const { open } = window
      window.open = (url, ...rest) => (url === address ? open(url, ...rest) : null)
    }, service)
    for (let port = 11_100; port < product.devicePort; port += 1) {
      await expect(opening).toHaveText(`Open https://127.0.0.1:${port}/`)
      await opening.click()
    }
    const [tab] = await Promise.all([page.context().waitForEvent('page'), opening.click()])
    await tab.locator('#details-button').click()
    // Does not wait for the page behind the warning, because that page never arrives.
    await tab.locator('#proceed-link').click({ noWaitAfter: true })
    await tab.close()
    // Sends the event itself, because a headless page always has the focus and so never gets the event.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.getByRole('button', { name: 'Scan my finger' }).click()
    await expect(page.getByText('This scanner is ready for customers.')).toBeVisible()
  },
)

test('Start is in view without scrolling, on a phone and a laptop, in Tamil too', async ({
  page,
  product,
}) => {
  for (const [language, words] of [
    ['en', 'Start'],
    ['ta', 'தொடங்கவும்'],
  ] as const) {
    await page.context().addCookies([{ name: 'language', value: language, url: product.address }])
    await page.goto('/device-check')
    for (const size of [
      { width: 360, height: 616 },
      { width: 1366, height: 625 },
    ]) {
      await page.setViewportSize(size)
      await expect(page.getByRole('button', { name: words })).toBeInViewport({ ratio: 1 })
    }
  }
})

async function start(page: Page, press = 'Start'): Promise<void> {
  await page.getByRole('button', { name: press }).click()
}

/** The returned list grows with each request to a device port, including the requests that the browser refused. */
function callsToThisComputer(page: Page): string[] {
  const asked: string[] = []
  page.on('request', request => {
    if (/:111\d\d\//.test(request.url())) asked.push(`${request.method()} ${request.url()}`)
  })
  return asked
}
