import type { Page } from '@playwright/test'

import { checkAndCapture, logOut, password, proceed } from './agent.ts'
import { expect, test } from './whole-browser.ts'

const mobile = '9000000001'
const reference = 'DBS10334'

test('[NAV-12, HDR-4] a whole session calls no other site, logs nothing to the console, puts no number into an address and leaves nothing behind', async ({
  page,
  product,
}) => {
  await product.device({ delayMs: 0 })
  const seen = watch(page)
  await page.goto('/')
  await page.getByLabel('Mobile number').fill(mobile)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  const token = (await page.context().cookies()).find(({ name }) => name === 'access_token')?.value ?? ''
  expect(token).not.toBe('')

  await page.getByRole('button', { name: 'Do KYC' }).click()
  await checkAndCapture(page, reference)
  await proceed(page)
  await expect(page.getByText(/UKC:[0-9a-f]{32}/)).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('link', { name: 'View all' }).click()
  await page.getByLabel(/reference id/i).fill(reference)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText(reference).first()).toBeVisible()
  await page.getByRole('link', { name: 'FAQ' }).click()
  await page.locator('summary').first().click()
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('button', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  const held = await kept(page)

  await logOut(page)
  await page.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { name: /Privacy/ }).first()).toBeVisible()

  expect(seen.origins()).toContain(product.address)
  expect(seen.origins()).toContain(`http://127.0.0.1:${product.devicePort}`)
  expect(seen.origins().filter(origin => origin !== product.address && !isDevice(origin))).toEqual([])
  expect(seen.said).toEqual([])
  // The portal silences the console for the page's own messages.
  await page.evaluate(() => ['log', 'warn', 'error'].forEach(how => console[how as 'log']('words')))
  expect(seen.said).toEqual([])
  for (const secret of [mobile, reference, token, password])
    expect(seen.addresses.filter(address => decodeURIComponent(address).includes(secret))).toEqual([])
  // [SES-7] During the session too, only the cookie contains the token.
  expect(held.storage).not.toContain(token)
  expect(held.storage).toContain(mobile)

  const left = await kept(page)
  expect(left.cookies).toEqual([
    expect.objectContaining({ name: expect.stringMatching(/^device-[0-9a-f]{16}$/), httpOnly: true }),
  ])
  expect(left.databases + left.caches + left.workers).toBe(0)
  for (const trace of [mobile, reference, token, 'Asha', 'DBS_AGENT', '"true"'])
    expect(left.storage).not.toContain(trace)

  for (let steps = 0; steps < 3; steps += 1) {
    await page.goBack()
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page.getByText('Asha')).toBeHidden()
    await expect(page.getByText(reference)).toBeHidden()
  }
})

function watch(page: Page) {
  const addresses: string[] = []
  const said: string[] = []
  page.on('request', request => addresses.push(request.url()))
  page.on('framenavigated', frame => addresses.push(frame.url()))
  // The browser itself logs refused connections to ports without a device service.
  page.on('console', message => {
    if (!isDevice(message.location().url)) said.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', error => said.push(`uncaught: ${error.message}`))
  return {
    addresses,
    said,
    origins: () => [...new Set(addresses.filter(isAsked).map(address => new URL(address).origin))].toSorted(),
  }
}

/** Tells whether an address is that of a device port. On a slow machine the portal tries https and localhost too. */
function isDevice(address: string): boolean {
  return /^https?:\/\/(127\.0\.0\.1|localhost):111[012]\d(\/|$)/.test(address)
}

function isAsked(address: string): boolean {
  return !/^(data|about|blob):/.test(address)
}

async function kept(page: Page) {
  const inPage = await page.evaluate(async () => ({
    storage: JSON.stringify([
      Object.entries(sessionStorage),
      Object.entries(localStorage),
      history.state,
      window.name,
    ]),
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }))
  return { ...inPage, cookies: await page.context().cookies() }
}
