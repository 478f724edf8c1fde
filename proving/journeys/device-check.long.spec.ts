import { expect, test } from './product.ts'
import { test as testInWholeBrowser } from './whole-browser.ts'

testInWholeBrowser(
  '[KYC-9] the coach leads past an untrusted certificate to a scan over https',
  async ({ page, product }) => {
    await product.device({ vendor: 'idemia', delayMs: 0 })
    await page.goto('/device-check')
    await page.getByRole('button', { name: 'Start' }).click()
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
