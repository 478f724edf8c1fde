import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { capture, password, proceed, signIn } from './agent.ts'
import { anotherProduct } from './another-product.ts'
import { startFront, type Front } from './front.ts'
import { expect, test as base } from './product.ts'

/** A test with the service worker, a front that can go down, a product of another brand, and one without the worker. */
const test = base.extend<{ front: Front; upgraded: string; switchedOff: string }>({
  serviceWorkers: 'allow',
  page: async ({ page }, use) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => true }))
    await use(page)
  },
  front: async ({ product }, use) => {
    const front = await startFront(product.address)
    await use(front)
    await front.stop()
  },
  baseURL: ({ front }, use) => use(front.address),
  upgraded: anotherProduct({
    BRANDING_FILE: join(import.meta.dirname, '../../branding/example-second-bank.json'),
  }),
  switchedOff: anotherProduct({ OFFLINE_SHELL: 'off' }),
})

/** Matches the banner when the server is away. On a machine without a network, the browser says that it is offline. */
const gone = /You are offline\.|The bank’s server cannot be reached\./
const agent = '9000000001'

test('a portal that was visited once opens without its server, says what works, and goes on when it is back', async ({
  page,
  front,
}) => {
  await visit(page)
  await front.down()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await expect(page.getByText(gone)).toBeVisible()
  await expect(page.getByText(/scanner check .* work now/)).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Demo Bank')

  await page.getByLabel('Mobile number').fill(agent)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('The bank’s server could not be reached')).toBeVisible()
  await expect(page.getByText('Failed to fetch', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Check the fingerprint scanner' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Check the fingerprint scanner' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()

  await front.up()
  await expect(page.getByText(gone)).toBeHidden()
  await page.getByLabel('Mobile number').fill(agent)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})

test('a log-in whose next parts have not loaded says so, and loads them when the line is back', async ({
  page,
}) => {
  let isLost = true
  await page.route(/\/(assets\/\w+\/(?!index\.)|api\/|health\/)/, route =>
    isLost ? route.abort() : route.continue(),
  )
  await page.goto('/login')
  await page.getByLabel('Mobile number').fill(agent)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('The bank’s server could not be reached')).toBeVisible()
  await expect(page.getByText('Unable to preload')).toBeHidden()

  isLost = false
  // Chromium has remembered the failed imports, so the page loads itself again.
  await expect(page.getByText('The bank’s server could not be reached')).toBeHidden()
  await expect(page.getByLabel('Mobile number')).toHaveValue(agent)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeVisible()
  await expect.poll(() => page.evaluate(stylesMissing)).toBe(0)
})

test('a reference that was typed at the log-in offline is checked after the log-in', async ({
  page,
  front,
}) => {
  await visit(page)
  await front.down()
  await page.reload()
  await page.getByLabel('Reference number of a waiting customer').fill('DBS10271')
  await front.up()
  await expect(page.getByText('reference DBS10271 is checked at once')).toBeVisible()
  await page.getByLabel('Mobile number').fill(agent)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/do-kyc$/)
  await expect(page.getByRole('checkbox')).toBeVisible()
  await expect(page.getByLabel('Reference number')).toHaveValue('DBS10271')
})

test('[KYC-2] a reference that was typed in Do KYC offline is checked when the server is back', async ({
  page,
  front,
}) => {
  await signIn(page, agent)
  await page.goto('/do-kyc')
  await expect(page.getByLabel('Reference number')).toBeVisible()
  await front.down()
  await page.getByLabel('Reference number').fill('DBS10272')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('dialog')).toContainText('checked as soon as you are back online')
  await page.getByRole('button', { name: 'Ok' }).click()
  await front.up()
  await expect(page.getByRole('checkbox')).toBeVisible()
})

test('a whole KYC passes the worker by, and nothing of it is kept', async ({ page, front }) => {
  await visit(page)
  const byWorker: string[] = []
  page.on('response', answer => {
    if (answer.fromServiceWorker()) byWorker.push(answer.url())
  })
  await signIn(page, agent)
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.getByRole('button', { name: 'Do KYC' }).first().click()
  await page.getByLabel('Reference number').fill('DBS10273')
  await page.getByRole('button', { name: 'Check' }).click()
  await capture(page)
  await proceed(page)
  await expect(page.getByText(/UKC:[0-9a-f]{32}/)).toBeVisible()

  const shell = /^\/(login|branding\.json|icon\.svg|assets\/[\w./-]+)$/
  const others = byWorker.filter(
    url => new URL(url).origin !== front.address || !shell.test(new URL(url).pathname),
  )
  expect(byWorker.length).toBeGreaterThan(0)
  expect(others).toEqual([])
  const kept = await keptByWorker(page)
  expect(
    kept.paths.filter(
      path => !/^\/(login|PrivacyPolicy|branding\.json|icon\.svg|assets\/[\w./-]+)$/.test(path),
    ),
  ).toEqual([])
  const token = (await page.context().cookies()).find(({ name }) => name === 'access_token')?.value ?? 'none'
  for (const secret of [token, agent, 'DBS10273', password]) expect(kept.text).not.toContain(secret)

  // Opens a new tab without the server. It shows the log-in, because the shell contains nothing of an agent.
  await front.down()
  const other = await page.context().newPage()
  await other.goto('/')
  await expect(other.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await expect(other.getByText('Asha')).toBeHidden()
  await expect(other.goto('/dashboard')).rejects.toThrow('ERR_CONNECTION_REFUSED')
})

test('a new version arrives in the background, is taken at the next log-in, and the last one’s files stay for open tabs', async ({
  page,
  front,
  upgraded,
}) => {
  await visit(page)
  await signIn(page, agent)
  await markListening(page)
  await page.goto('/login')
  await page.locator('[data-listens]').waitFor({ state: 'attached' })
  await page.getByLabel('Mobile number').fill(agent)
  const before = await keptByWorker(page)
  front.leadTo(upgraded)
  await expect
    .poll(async () => {
      await lookForWorker(page)
      return (await keptByWorker(page)).versions.length
    })
    .toBe(2)
  expect((await keptByWorker(page)).versions).toContain(before.versions[0])
  // Waits for the new worker, which opens its store first and becomes active when it has filled the store.
  await expect.poll(() => workersToCome(page)).toBe(0)
  await expect(page.getByRole('banner')).toContainText('Demo Bank')
  await expect(page.getByLabel('Mobile number')).toHaveValue(agent)

  await page.getByRole('link', { name: 'Privacy Policy' }).click()
  // Waits until the next screen has replaced the log-in, because only then does Back visit the log-in again.
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('banner')).toContainText('Sahyadri')
  await front.down()
  await page.reload()
  await expect(page.getByRole('banner')).toContainText('Sahyadri')
})

test('a server whose shell is switched off removes the worker and what it keeps', async ({
  page,
  front,
  switchedOff,
}) => {
  await visit(page)
  front.leadTo(switchedOff)
  await page.reload()
  await expect.poll(async () => (await keptByWorker(page)).versions).toEqual([])
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0)
  await front.down()
  await expect(page.reload()).rejects.toThrow('ERR_CONNECTION_REFUSED')
})

function stylesMissing(): number {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  return [...links].filter(link => link.sheet === null).length
}

async function visit(page: Page): Promise<void> {
  await page.goto('/login')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.reload()
}

/** Marks the page with data-listens when it has registered the worker. From then on it listens for a new version. */
async function markListening(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype
    ServiceWorkerContainer.prototype.register = async function (...asked) {
      const registration = await register.apply(this, asked)
      setTimeout(() => (document.documentElement.dataset['listens'] = 'yes'))
      return registration
    }
  })
}

/**
 * Makes the browser look for a new worker. The browser also looks by itself soon after a page has loaded. It joins the
 * test's look to its own look, if its own look still runs. Both looks fail when the front cuts the connection.
 */
async function lookForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready
    await worker.update().catch(() => {})
  })
}

async function workersToCome(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { installing, waiting } = await navigator.serviceWorker.ready
    return [installing, waiting].filter(worker => worker !== null).length
  })
}

async function keptByWorker(page: Page) {
  return page.evaluate(async () => {
    const versions = await caches.keys()
    const answers = (
      await Promise.all(
        versions.map(async name => {
          const cache = await caches.open(name)
          return cache.matchAll()
        }),
      )
    ).flat()
    const texts = await Promise.all(answers.map(answer => answer.text()))
    return { versions, paths: answers.map(({ url }) => new URL(url).pathname), text: texts.join('\n') }
  })
}
