import type { Page } from '@playwright/test'

import { agree, capture, proceed, signIn } from './agent.ts'
import { expect, test } from './product.ts'

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

test('[KYC-15] a scanner that is not ready stops the check, with the next step and its details, and is checked again', async ({
  page,
  product,
  context,
}) => {
  await product.device({ scenario: 'not-ready' })
  await page.goto('/device-check')
  await start(page)
  await expect(page.getByRole('alert')).toContainText(/Unplug the scanner/)
  // grantPermissions revokes all other permissions, the scanner's included, so a new page follows it.
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy details' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const details = await page.evaluate(() => navigator.clipboard.readText())
  expect(details).toContain(`Port: http://127.0.0.1:${product.devicePort}`)
  // A long run of base64 would be a certificate, a key or encrypted data.
  expect(details).not.toMatch(/[A-Za-z0-9+/=]{40}/)
  await product.device({ scenario: 'ready' })
  await context.clearPermissions()
  await page.goto('/device-check')
  await start(page)
  await expect(page.getByRole('button', { name: 'Scan my finger' })).toBeVisible()
})

test('[KYC-9] the coach leads past an untrusted certificate to a scan over https @whole-browser', async ({
  page,
  product,
  context,
}) => {
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
  const [tab] = await Promise.all([context.waitForEvent('page'), opening.click()])
  await tab.locator('#details-button').click()
  // Does not wait for the page behind the warning, because that page never arrives.
  await tab.locator('#proceed-link').click({ noWaitAfter: true })
  await tab.close()
  // Sends the event itself, because a headless page always has the focus and so never gets the event.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.getByRole('button', { name: 'Scan my finger' }).click()
  await expect(page.getByText('This scanner is ready for customers.')).toBeVisible()
})

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

test('[KYC-7] at the counter a poor scan is refused, a fair one advised against, a good one sent', async ({
  page,
  product,
}) => {
  await product.device({ scenario: 'low-quality', delayMs: 0 })
  await signIn(page, '9000000001')
  await page.goto('/do-kyc')
  await page.getByLabel('Reference number').fill('DBS10215')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await agree(page)
  await page.getByRole('button', { name: 'Capture Fingerprint' }).click()
  await expect(page.getByRole('alert')).toContainText('quality 18 of 100')
  await expect(page.getByRole('button', { name: 'Proceed' })).toBeHidden()

  await product.device({ scenario: 'fair-quality' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Quality 38 of 100: fair')).toBeVisible()
  await product.device({ scenario: 'comma-quality' })
  await page.getByRole('button', { name: 'Scan again' }).click()
  await expect(page.getByText('Quality 71 of 100: good')).toBeVisible()
  await proceed(page)
})

test('[KYC-12] the authority’s refusal shows the reason, the sentence for the customer, and the code for support', async ({
  page,
}) => {
  await signIn(page, '9000000001')
  await page.goto('/do-kyc')
  await page.getByLabel('Reference number').fill('DBS30301')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await capture(page)
  await proceed(page)
  const verdict = page.getByRole('alert')
  await expect(verdict).toContainText("The customer's biometrics are locked.")
  await expect(verdict).toContainText('You can unlock them on its website or in its app')
  await expect(verdict).toContainText('authority code 330')
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
