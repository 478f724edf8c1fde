import { signIn } from './agent.ts'
import { startFront, type Front } from './front.ts'
import { expect, test as base } from './product.ts'

/** A test with a front that can go down. */
const test = base.extend<{ front: Front }>({
  front: async ({ product }, use) => {
    const front = await startFront(product.address)
    await use(front)
    await front.stop()
  },
  baseURL: ({ front }, use) => use(front.address),
})

const agent = '9000000001'

test('a log-in whose portal has not loaded says so, and loads it when the line is back', async ({ page }) => {
  let isLost = true
  await page.route(/\/(assets\/\w+\/(?!index\.)|api\/|health\/)/, route =>
    isLost ? route.abort() : route.continue(),
  )
  await page.goto('/login')
  await expect(page.getByText('This page did not load completely.')).toBeVisible()
  await expect(page.getByText('The bank’s server cannot be reached.')).toBeVisible()
  await page.getByLabel('Mobile number').fill(agent)

  isLost = false
  await expect(page.getByText('The bank’s server cannot be reached.')).toBeHidden()
  // Chromium has remembered the failed imports, so the page loads itself again.
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This page did not load completely.')).toBeHidden()
  await expect(page.getByLabel('Mobile number')).toHaveValue(agent)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeVisible()
  await expect.poll(() => page.evaluate(stylesMissing)).toBe(0)
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

test.describe('in a browser that still has the service worker of an earlier build', () => {
  // The portal's policy forbids every registration.
  test.use({ bypassCSP: true })

  test('the worker deletes its stores and unregisters itself', async ({ page }) => {
    await page.goto('/login')
    await page.evaluate(async () => {
      await caches.open('shell 1a2b')
      await navigator.serviceWorker.register('/worker.js')
    })
    await expect
      .poll(() =>
        page.evaluate(async () => [
          (await navigator.serviceWorker.getRegistrations()).length,
          (await caches.keys()).length,
        ]),
      )
      .toEqual([0, 0])
  })
})

function stylesMissing(): number {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  return [...links].filter(link => link.sheet === null).length
}
