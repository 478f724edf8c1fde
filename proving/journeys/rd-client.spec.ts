import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

import type { ConsoleMessage, Page, Request } from '@playwright/test'
import { rolldown } from 'rolldown'

import { deviceOutcomes, outcomeOf } from '@ekyc/rd-client/testing/device-outcomes'
import type { Run, RunOptions } from '@ekyc/rd-client/testing/whole-run'

import { expect, test as base, type Product } from './product.ts'

/**
 * These tests run rd-client in a real browser, without portal and server. They use the sandbox's device as the tests in
 * Node do, but with preflights, CORS, certificates and Trusted Types.
 */
const test = base.extend<{ deviceIsFast: void }>({
  baseURL: async ({ product }, use) => {
    client ??= await bundledClient()
    const server = createServer(pageWith(client, rangeOf(product))).listen(0, '127.0.0.1')
    await once(server, 'listening')
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.closeAllConnections()
    server.close()
  },
  deviceIsFast: [
    async ({ product }, use) => {
      await product.deviceReset()
      await product.device({ delayMs: 0 })
      await use()
    },
    { auto: true },
  ],
})

let client: string | undefined

test('the page has the policy that the portal serves', async ({ page }) => {
  await page.goto('/')
  const parse = () =>
    page.evaluate(() => new DOMParser().parseFromString('<a/>', 'text/xml').childElementCount)
  await expect(parse()).rejects.toThrow(/TrustedHTML/)
})

test('a page whose own Permissions-Policy forbids it sends nothing, and says so', async ({
  page,
  product,
}) => {
  await expect(wholeRun(page, onePort(product), '/forbidden')).rejects.toThrow('A policy of the page forbids')
  expect(await product.deviceCalls()).toMatchObject({ OPTIONS: 0, RDSERVICE: 0 })
})

/** Where the browser's own network stack decides. sandbox-device.test.ts plays all scenarios in Node. */
const ofNetwork = ['broken-connection', 'wrong-content-length', 'silent-drop', 'huge']

// Each scenario has a browser context of its own, because a browser keeps the answer to a preflight for seconds.
for (const { rows, scenario, options, expected, inBrowser = expected } of deviceOutcomes) {
  if (inBrowser === expected && !ofNetwork.includes(scenario)) continue
  test(`[${rows}] ${scenario}`, async ({ page, product }) => {
    await product.device({ scenario })
    const run = await wholeRun(page, { ...onePort(product), ...options })
    expect(outcomeOf(run, inBrowser)).toEqual(inBrowser)
  })
}

test.describe('over https', () => {
  test.use({ ignoreHTTPSErrors: true })

  test('[KYC-5, KYC-6, KYC-7] a capture by idemia, at the paths that it names', async ({ page, product }) => {
    await product.device({ vendor: 'idemia' })
    expect(await wholeRun(page, onePort(product, 'https'))).toMatchObject({
      capture: 'captured',
      device: { mi: 'MSO1300E3L1SW' },
    })
  })
})

test('[KYC-5] a service with a slow preflight and a slow answer is waited for', async ({ page, product }) => {
  await product.device({ slow: { OPTIONS: 150, RDSERVICE: 150, DEVICEINFO: 150, CAPTURE: 150 } })
  // Preflight and request together take over 200 ms.
  const run = await wholeRun(page, { ...onePort(product), probeTimeoutMs: 200 })
  expect(run).toMatchObject({ ports: ['ready'], capture: 'captured' })
  expect((await product.deviceCalls())['RDSERVICE']).toBe(1)
})

test('[KYC-9] a service whose certificate is not installed counts as closed', async ({ page, product }) => {
  await product.device({ vendor: 'idemia' })
  expect((await wholeRun(page, onePort(product, 'https'))).ports).toEqual(['closed'])
  expect((await wholeRun(page, onePort(product, 'http'))).ports).toEqual(['closed'])
})

async function wholeRun(page: Page, options: RunOptions, path = '/'): Promise<Run> {
  const violations: string[] = []
  const listen = (message: ConsoleMessage) => {
    if (/Content Security Policy|Trusted/.test(message.text())) violations.push(message.text())
  }
  const hosts = new Set<string>()
  const note = (request: Request) => hosts.add(new URL(request.url()).hostname)
  page.on('console', listen).on('request', note)
  await page.goto(path)
  const given = { probeTimeoutMs: 5000, ...options }
  const run = await page.evaluate(all => (globalThis as unknown as Client).rdClient.wholeRun(all), given)
  page.off('console', listen).off('request', note)
  expect(violations).toEqual([])
  expect([...hosts]).toEqual(['127.0.0.1'])
  return run
}

type Client = { rdClient: { wholeRun(options: RunOptions): Promise<Run> } }

/** The ports of the scanner and of the two that a test may add. */
function rangeOf({ devicePort: from }: Product) {
  return { scheme: 'http', host: '127.0.0.1', from, to: from + 2 } as const
}

function onePort(product: Product, scheme: 'http' | 'https' = 'http'): RunOptions {
  return { ranges: [{ ...rangeOf(product), scheme, to: product.devicePort }] }
}

async function bundledClient(): Promise<string> {
  const bundle = await rolldown({
    input: inRoot('product/rd-client/src/testing/whole-run.ts'),
    platform: 'browser',
  })
  const { output } = await bundle.generate({ format: 'iife', name: 'rdClient' })
  return output[0].code
}

function inRoot(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url))
}

/** Serves the script in a page with a policy like the portal's, but with this device's ports. */
function pageWith(
  script: string,
  { from, to }: ReturnType<typeof rangeOf>,
): Parameters<typeof createServer>[1] {
  const ports = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const origins = ports.flatMap(port => [`http://127.0.0.1:${port}`, `https://127.0.0.1:${port}`])
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `connect-src 'self' ${origins.join(' ')}`,
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  return (asked, answer) => {
    const isScript = asked.url === '/rd-client.js'
    answer.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html',
      'content-security-policy': policy,
      ...(asked.url === '/forbidden' && {
        'permissions-policy': 'loopback-network=(), local-network-access=()',
      }),
    })
    answer.end(
      isScript
        ? script
        : '<!doctype html><link rel="icon" href="data:,"><script src="/rd-client.js"></script>',
    )
  }
}
