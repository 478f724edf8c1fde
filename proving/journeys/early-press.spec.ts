import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Page, Route } from '@playwright/test'

import { password } from './agent.ts'
import { expect, test } from './product.ts'

const mobile = '9000000001'
const script = '**/assets/*/index.js'

test('the log-in works before the portal has loaded: a wrong number is refused, a right one waits for the portal', async ({
  page,
}) => {
  const release = await holdScript(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Mobile number').fill('90000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please enter correct mobile No')).toBeVisible()
  await page.getByLabel('Mobile number').fill(mobile)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please enter correct mobile No')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-busy', 'true')
  await expect(page).toHaveURL(/\/login$/)

  release()
  await expect(page.getByRole('heading', { name: 'Enter your password' })).toBeVisible()
})

test('digits typed at once, without a click, are in the field', async ({ page }) => {
  const release = await holdScript(page)
  await page.goto('/login')
  await page.keyboard.type(mobile)
  release()
  await expect(page.getByLabel('Mobile number')).toHaveValue(mobile)
})

test('on a phone the log-in opens no keyboard over itself', async ({ browser, product }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await page.goto(`${product.address}/login`)
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await context.close()
})

test('[LOG-2] Continue pressed before the portal has loaded sends its call at once, and the portal takes the answer over', async ({
  page,
}) => {
  const checks: Record<string, unknown>[] = []
  page.on('request', request => {
    if (request.url().endsWith('/user/check')) checks.push(request.postDataJSON() as Record<string, unknown>)
  })
  const release = await holdScript(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Mobile number').fill(mobile)
  const answered = page.waitForResponse('**/user/check')
  await page.getByRole('button', { name: 'Continue' }).dblclick()
  expect((await answered).status()).toBe(200)
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-busy', 'true')

  release()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(checks).toEqual([
    {
      header: expect.objectContaining({ msgType: 'CHECK_USER', src: 'WEB' }),
      device: expect.objectContaining({ ip: '127.0.0.1', location: { type: 'Point', coordinates: [0, 0] } }),
      username: mobile,
    },
  ])
})

test('a call whose answer comes after the portal is awaited, not repeated', async ({ page }) => {
  let checks = 0
  let answer = () => {}
  const answered = new Promise<void>(resolve => (answer = resolve))
  await page.route('**/user/check', async route => {
    checks += 1
    await answered
    await route.continue()
  })
  const release = await holdScript(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Mobile number').fill(mobile)
  await page.getByRole('button', { name: 'Continue' }).click()
  release()
  await expect(page).toHaveTitle(/^Log in/)
  await expect(page.getByRole('button', { name: /Continue/ })).toHaveAttribute('aria-busy', 'true')
  answer()
  await expect(page.getByRole('heading', { name: 'Enter your password' })).toBeVisible()
  expect(checks).toBe(1)
})

test('a press of Forgot Password by Enter is answered before the portal has loaded', async ({ page }) => {
  const release = await holdScript(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByLabel('Mobile number').fill('123')
  await page.getByRole('button', { name: 'Forgot Password' }).press('Enter')
  await expect(page.getByText('Please enter correct Mobile no')).toBeVisible()
  await expect(page.getByLabel('Mobile number')).toHaveValue('123')
  release()
})

test('a script that fails to load is reported, and the next press gets the page again with the number', async ({
  page,
}) => {
  await page.route(script, route => route.abort())
  await page.goto('/login')
  await expect(page.getByText('This page did not load completely.')).toBeVisible()
  await page.getByLabel('Mobile number').fill(mobile)

  await page.unroute(script)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This page did not load completely.')).toBeHidden()
  await expect(page.getByLabel('Mobile number')).toHaveValue(mobile)
  expect(page.url()).toMatch(/\/login$/)

  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Enter your password' })).toBeVisible()
})

test('a press that was waiting when the script failed is submitted', async ({ page }) => {
  const release = await holdScript(page, route => route.abort())
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Mobile number').fill(mobile)
  await page.getByRole('button', { name: 'Continue' }).click()
  release()
  await expect(page.getByRole('alert')).toContainText('press Continue again')
  await expect(page.getByRole('button', { name: 'Continue' })).not.toHaveAttribute('aria-busy')
  await expect(page.getByLabel('Mobile number')).toHaveValue(mobile)
})

test('the log-in does not shift, and the policy refuses nothing, the portal’s start included', async ({
  page,
}) => {
  await page.addInitScript(watchShifts)
  await page.addInitScript(() => {
    window.refused = []
    document.addEventListener('securitypolicyviolation', event =>
      window.refused.push(event.violatedDirective),
    )
  })
  await page.goto('/login')
  await expect(page).toHaveTitle(/^Log in/)
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => [window.moved, window.refused])).toEqual([[], []])
  await page.getByLabel('Mobile number').fill(mobile)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Enter your password' })).toBeVisible()
  expect(await page.evaluate(() => window.refused)).toEqual([])
})

test('the log-in is painted whole, though a slow line brings its title before its form', async ({
  page,
  product,
}) => {
  const inHalves = async (url: string, response: ServerResponse) => {
    const answer = await fetch(product.address + url)
    const body = Buffer.from(await answer.arrayBuffer())
    const half = url === '/login' ? body.lastIndexOf('<form') : 0
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.write(body.subarray(0, half))
    setTimeout(() => response.end(body.subarray(half)), half > 0 ? 1_000 : 0)
  }
  const slowLine = createServer(({ url = '' }, response) => void inHalves(url, response)).listen(
    0,
    '127.0.0.1',
  )
  await once(slowLine, 'listening')
  await page.addInitScript(watchShifts)
  await page.goto(`http://127.0.0.1:${(slowLine.address() as AddressInfo).port}/login`)
  await expect(page).toHaveTitle(/^Log in/)
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => window.moved)).toEqual([])
  slowLine.close()
})

test('without JavaScript every page says what to do and shows no form', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of ['/login', '/', '/otp', '/dashboard', '/FAQ']) {
    await page.goto(path)
    await expect(page.getByRole('heading')).toHaveText(['This page needs JavaScript'])
    await expect(page.getByRole('banner')).toContainText('Demo Bank')
    await expect(page.locator('form, input, button').filter({ visible: true })).toHaveCount(0)
    await page.getByRole('link', { name: 'Load the page again' }).click()
    expect(new URL(page.url()).pathname).toBe(path)
  }
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 760 })
    await expect(async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      // The words stand in the middle of the space beside the bank's panel. A phone shows no panel.
      const panel = width === 360 ? 0 : ((await page.getByRole('banner').boundingBox())?.width ?? -1)
      const { x = -1, width: wide = 0 } = (await page.getByRole('heading').locator('..').boundingBox()) ?? {}
      expect(Math.round(x)).toBe(Math.round(panel + (width - panel - wide) / 2))
    }).toPass({ timeout: 20_000 })
  }
  await context.close()
})

test('a form that is sent without the script puts nothing into an address, and comes back with the number', async ({
  request,
}) => {
  const page = await (await request.get('/login')).text()
  expect(page.match(/<form[^>]*>/g)).toEqual([expect.stringContaining('method="post"')])
  const answer = await request.post('/login', { form: { mobile } })
  expect(new URL(answer.url()).search).toBe('')
  expect(await answer.text()).toContain(`value="${mobile}"`)
})

/** Notes in `window.moved` what moves on the page without an act of the agent. The page gets the function as text. */
function watchShifts(): void {
  window.moved = []
  new PerformanceObserver(list => {
    for (const { value, sources } of list.getEntries() as LayoutShift[])
      window.moved.push(
        `${value}: ${sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 200)).join(', ')}`,
      )
  }).observe({ type: 'layout-shift', buffered: true })
}

type LayoutShift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }

declare global {
  interface Window {
    moved: string[]
    refused: string[]
  }
}

async function holdScript(page: Page, end = (route: Route) => route.continue()): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>(resolve => (release = resolve))
  await page.route(script, async route => {
    await released
    await end(route)
  })
  return release
}
