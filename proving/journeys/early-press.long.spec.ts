import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { holdScript, mobile, watchShifts } from './early-press.ts'
import { expect, test } from './product.ts'

test('on a phone the log-in opens no keyboard over itself', async ({ browser, product }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await page.goto(`${product.address}/login`)
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await context.close()
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
    }).toPass()
  }
  await context.close()
})
