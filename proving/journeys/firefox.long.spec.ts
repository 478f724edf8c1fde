import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

import { expect, test } from '@playwright/test'
import { rolldown } from 'rolldown'

import { captureAnswer, deviceInfoElement, readyAnswer } from '@ekyc/rd-client/testing/device-answers'
import { startDeviceService, type DeviceService } from '@ekyc/rd-client/testing/device-service'
import { firefoxPath, startFirefox, type Firefox } from './firefox.ts'
import { test as ofProduct } from './product.ts'
import { otherPrograms, refusedOrigins } from './refused-origins.ts'

/** These tests run rd-client in Firefox, which asks the person for a permission, and reports the answer. */
let firefox: Firefox
let service: DeviceService
const stops: (() => unknown)[] = []
let address: string

test.describe.configure({ mode: 'serial' })
test.skip(firefoxPath === undefined, 'no Firefox that asks is installed')

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const bundle = await rolldown({
    input: fileURLToPath(new URL('../../product/rd-client/src/testing/whole-run.ts', import.meta.url)),
    platform: 'browser',
  })
  const { output } = await bundle.generate({ format: 'iife', name: 'rdClient' })
  const page = createServer((_asked, answer) => {
    answer.setHeader('content-type', 'text/html')
    answer.end(`<!doctype html><script>${output[0].code}</script>`)
  }).listen(0, '127.0.0.1')
  await once(page, 'listening')
  stops.push(() => page.close())
  const host = `127.0.0.1:${(page.address() as AddressInfo).port}`
  address = `http://${host}/`
  const headers = [
    'Access-Control-Allow-Origin: *',
    'Access-Control-Allow-Methods: *',
    'Access-Control-Allow-Headers: *',
  ]
  const answers: Record<string, string> = {
    RDSERVICE: readyAnswer,
    DEVICEINFO: deviceInfoElement,
    CAPTURE: captureAnswer(),
  }
  service = await startDeviceService(({ method }) => ({ xml: answers[method] ?? '', headers }))
  stops.push(() => service.stop())
  firefox = await startFirefox(firefoxPath ?? '', host)
  stops.push(() => firefox.stop())
})

test.afterAll(async () => {
  for (const stop of stops) await stop()
})

for (const [answer, ends] of [
  ['Allow', { capture: 'captured', permission: 'granted' }],
  ['Block', { error: 'permission-denied', permission: 'denied' }],
] as const) {
  test(`[KYC-4] Firefox asks, nothing is sent until the person answers, and ${answer} is understood`, async () => {
    await begin({ firstProbeTimeoutMs: 60_000 })
    await expect.poll(() => firefox.run(questions, 'chrome')).toEqual(['loopback-network'])
    await new Promise(resolve => setTimeout(resolve, 2000))
    expect(await ended()).toBeNull()
    expect(service.requests).toEqual([])
    await firefox.run(press[answer], 'chrome')
    await expect.poll(ended, { timeout: 20_000 }).toEqual(ends)
  })
}

test('[KYC-4] a question of Firefox that nobody answers ends as unanswered, and no second one follows', async () => {
  await begin({ firstProbeTimeoutMs: 2000 })
  const ends = { error: 'permission-unanswered', permission: 'prompt' }
  await expect.poll(ended, { timeout: 20_000 }).toEqual(ends)
  expect(await firefox.run(questions, 'chrome')).toHaveLength(1)
  expect(service.requests).toEqual([])
})

const questions = 'return PopupNotifications._currentNotifications.map(({ id }) => id)'
const button = (name: string) =>
  `document.querySelector('#notification-popup popupnotification').${name}.click()`
const press = { Allow: button('button'), Block: button('secondaryButton') }

async function begin(options: { firstProbeTimeoutMs: number }): Promise<void> {
  await firefox.run(
    `const { SitePermissions } = ChromeUtils.importESModule('resource:///modules/SitePermissions.sys.mjs')
     SitePermissions.removeFromPrincipal(gBrowser.contentPrincipal, 'loopback-network', gBrowser.selectedBrowser)`,
    'chrome',
  )
  service.requests.length = 0
  await firefox.open(address)
  const ranges = [{ scheme: 'http', host: '127.0.0.1', from: service.port, to: service.port }]
  // Runs this script by an element of the page, because Marionette's own scripts run outside the page's scripts.
  const script = `const told = async ended => {
      const { state } = await navigator.permissions.query({ name: 'loopback-network' })
      document.documentElement.dataset.ended = JSON.stringify({ ...ended, permission: state })
    }
    rdClient
      .wholeRun(${JSON.stringify({ ...options, ranges })}, { pageHost: 'portal.example' })
      .then(({ capture }) => told({ capture }), ({ code }) => told({ error: code }))`
  await firefox.run(`const element = document.createElement('script')
    element.textContent = ${JSON.stringify(script)}
    document.head.append(element)`)
}

async function ended(): Promise<unknown> {
  const told = await firefox.run('return document.documentElement.dataset.ended ?? null')
  return typeof told === 'string' ? JSON.parse(told) : null
}

ofProduct(
  '[API-15] Firefox too lets the page reach the ports of device services, and no other program',
  async ({ product }) => {
    const own = await startFirefox(firefoxPath ?? '', '')
    try {
      await own.open(`${product.address}/login`)
      expect(await own.run(`return ${refusedOrigins}`)).toEqual(otherPrograms)
    } finally {
      await own.stop()
    }
  },
)
