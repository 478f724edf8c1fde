import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { defaultRanges, type DiscoverOptions, type PortRange } from './discover.ts'
import type { Fetch } from './exchange.ts'
import type { LocalNetworkPermission, PermissionState } from './local-network-permission.ts'
import { createRdClient } from './rd-client.ts'
import type { ServiceAddress } from './service-address.ts'
import { serviceAnswer } from './testing/device-answers.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('[KYC-5] by default 11100 to 11110 are asked over http first, then 11111 to 11120, then https', async () => {
  const { asked, discover } = computer({ refusesAfterMs: 0 })
  const { services, ports } = await discover()
  expect(services).toEqual([])
  expect(ports.map(({ state }) => state)).toEqual(Array(63).fill('closed'))
  const urls = asked.map(({ url }) => url)
  expect(urls).toEqual(
    defaultRanges.flatMap(({ scheme, host, from, to }) =>
      Array.from({ length: to - from + 1 }, (_, index) => `${scheme}://${host}:${from + index}/`),
    ),
  )
  expect(urls[0]).toBe('http://127.0.0.1:11100/')
  expect(urls[10]).toBe('http://127.0.0.1:11110/')
})

test('[KYC-5] each port has its own typed result', async () => {
  const { discover } = computer({
    refusesAfterMs: 0,
    services: {
      11_101: { answersAfterMs: Infinity },
      11_102: { xml: '<html>Not found</html>', httpStatus: 404 },
      11_103: { xml: serviceAnswer('NOTREADY', 'Scanner &amp; cable') },
      11_104: { xml: serviceAnswer('used') },
      11_105: { xml: serviceAnswer(), httpStatus: 500 },
      11_106: { xml: serviceAnswer('BUSY') },
    },
  })
  const { services, ports } = await discover({ ranges: [range(11_100, 11_106)] })
  const states = ['closed', 'silent', 'not-rd-service', 'not-ready', 'in-use', 'ready', 'not-ready']
  expect(ports.map(({ state }) => state)).toEqual(states)
  expect(services.map(({ state }) => state)).toEqual(['ready', 'in-use', 'not-ready', 'not-ready'])
  expect(services[0]).toEqual({
    scheme: 'http',
    host: '127.0.0.1',
    port: 11_105,
    state: 'ready',
    status: 'READY',
    info: 'Test RD service',
    paths: { capture: '/rd/capture', deviceInfo: '/rd/info' },
  })
  expect(services[2]).toMatchObject({ port: 11_103, status: 'NOTREADY', info: 'Scanner & cable' })
})

test('[KYC-5] a range is asked at once and has 200 ms before the next is asked too; a silent port has 7 s to answer', async () => {
  const { asked, givenUp, discover } = computer({ refusesAfterMs: Infinity })
  const { ports, tookMs } = await discover({ ranges: [range(11_100, 11_101), range(11_111, 11_111)] })
  expect(ports.map(({ state }) => state)).toEqual(['silent', 'silent', 'silent'])
  expect(asked).toMatchObject([
    { port: 11_100, atMs: 0 },
    { port: 11_101, atMs: 0 },
    { port: 11_111, atMs: 200 },
  ])
  expect(givenUp).toEqual([7000, 7000, 7000])
  expect(tookMs).toBe(7000)
})

describe.each([
  ['refuses closed ports at once', 0],
  ['refuses closed ports after 2 s, as Windows does', 2000],
])('on a computer that %s', (_name, refusesAfterMs) => {
  test.each([
    [20, 200, 0],
    [240, 400, 200],
    [1600, 1600, 600],
    [3000, 3000, 600],
    [6500, 6500, 600],
  ])(
    'a service that answers in %i ms is found within %i ms, or when the ports asked by then are refused',
    async (answersAfterMs, limitMs, lastAskedMs) => {
      const { discover } = computer({ refusesAfterMs, services: { 11_103: { answersAfterMs } } })
      const { services, tookMs } = await discover()
      expect(services).toMatchObject([{ port: 11_103, state: 'ready' }])
      expect(tookMs).toBeLessThanOrEqual(Math.max(limitMs, lastAskedMs + refusesAfterMs))
    },
  )

  test.each([20, 240, 480, 1600])(
    'the one known service is found after its own %i ms',
    async answersAfterMs => {
      const { discover } = computer({
        refusesAfterMs,
        services: { 11_103: { answersAfterMs, scheme: 'https' } },
      })
      const { services, ports, tookMs } = await discover({ known: [https(11_103)] })
      expect(services).toMatchObject([{ port: 11_103 }])
      expect(ports).toHaveLength(1)
      expect(tookMs).toBe(answersAfterMs)
    },
  )

  test('a known service that is quick is the only one asked', async () => {
    const { asked, discover } = computer({ refusesAfterMs, services: { 11_103: { answersAfterMs: 180 } } })
    await discover({ known: [http(11_103)] })
    expect(asked).toMatchObject([{ port: 11_103, atMs: 0 }])
  })

  test('of two ready services the second is found too, however slow', async () => {
    const services = { 11_100: { answersAfterMs: 20 }, 11_105: { answersAfterMs: 3000 } }
    const { discover } = computer({ refusesAfterMs, services })
    expect((await discover()).services).toMatchObject([{ port: 11_100 }, { port: 11_105 }])
  })

  test('a new service that answers before a slow known one is found beside it', async () => {
    const services = { 11_100: { answersAfterMs: 20 }, 11_105: { answersAfterMs: 500 } }
    const { discover } = computer({ refusesAfterMs, services })
    const found = await discover({ known: [http(11_105)] })
    expect(new Set(found.services.map(({ port }) => port))).toEqual(new Set([11_100, 11_105]))
  })

  test('where a known service is gone, all ports are asked', async () => {
    const services = { 11_100: { answersAfterMs: 20 }, 11_106: { answersAfterMs: 500 } }
    const { discover } = computer({ refusesAfterMs, services })
    const found = await discover({ known: [http(11_100), http(11_105)] })
    expect(found.services.map(({ port }) => port)).toEqual([11_100, 11_106])
  })

  test.each(['answers', 'holds'] as const)(
    'a service without CORS headers that %s other calls is told apart from a closed port in a page',
    async plainCalls => {
      const { discover } = computer({ refusesAfterMs, services: { 11_102: { plainCalls } } })
      const { ports } = await discover()
      expect(ports.filter(({ state }) => state === 'no-cors')).toMatchObject([{ port: 11_102 }])
      expect(ports.filter(({ state }) => state === 'silent')).toEqual([])
    },
  )

  test('finding nothing takes a closed port’s own time at most twice', async () => {
    const { ports, tookMs } = await computer({ refusesAfterMs }).discover()
    expect(ports.every(({ state }) => state === 'closed')).toBe(true)
    expect(tookMs).toBeLessThanOrEqual(600 + 2 * refusesAfterMs)
  })
})

test.each([1200, 3000, 6000])(
  'on a computer that takes up to %i ms to refuse a call, closed ports are not called running',
  async slowestMs => {
    const { discover } = computer({
      refusesAfterMs: port => 1200 + ((slowestMs - 1200) * (port - 11_100)) / 20,
    })
    const { ports } = await discover({ ranges: [range(11_100, 11_120)] })
    expect(ports.map(({ state }) => state)).not.toContain('no-cors')
  },
)

test('the next range is asked only when no service was ready before it', async () => {
  const services = { 11_101: {}, 11_111: {} }
  const ranges = [range(11_100, 11_101), range(11_110, 11_111)]
  const stopped = await computer({ refusesAfterMs: 0, services }).discover({ ranges })
  expect(stopped.services).toMatchObject([{ port: 11_101 }])
  expect(stopped.ports).toHaveLength(2)

  const went = await computer({ refusesAfterMs: 0, services: { 11_111: {} } }).discover({ ranges })
  expect(went.services).toMatchObject([{ port: 11_111, state: 'ready' }])
  expect(went.ports).toHaveLength(4)
})

test('a known address of another host is never asked, and a range of another host throws TypeError', async () => {
  const { asked, discover, fetch } = computer({ refusesAfterMs: 0 })
  const foreign = JSON.parse('{"scheme":"http","host":"device.example","port":11100,"from":1,"to":1}')
  await discover({ known: [foreign], ranges: [range(11_100, 11_100)] })
  expect(asked).toMatchObject([{ url: 'http://127.0.0.1:11100/' }])
  await expect(createRdClient({ fetch }).discover({ ranges: [foreign] })).rejects.toThrow(TypeError)
})

test('a discovery that is cancelled ends at once', async () => {
  const { fetch } = computer({ refusesAfterMs: Infinity })
  const { discover } = createRdClient({ fetch })
  const cancelling = new AbortController()
  const discovery = discover({ ranges: [range(11_100, 11_100)], signal: cancelling.signal })
  await pass(50)
  cancelling.abort()
  await expect(discovery).rejects.toMatchObject({ code: 'cancelled' })
  await expect(discover({ signal: cancelling.signal })).rejects.toMatchObject({ code: 'cancelled' })
})

test.each([
  ['denied', 'permission-denied'],
  ['blocked-by-policy', 'permission-blocked'],
] as const)('with the permission %s nothing is asked', async (state, code) => {
  const fetch = vi.fn<Fetch>()
  const refused = createRdClient({ fetch, permission: fixedPermission(state) }).discover()
  await expect(refused).rejects.toMatchObject({ name: 'RdError', code })
  expect(fetch).not.toHaveBeenCalled()
})

test('while the browser asks, each port is called once and waits for the person; the scan follows', async () => {
  const browser = askingBrowser()
  const discovery = browser.client.discover({ ranges: [range(11_100, 11_104)], probeTimeoutMs: 50 })
  await pass(200)
  expect(browser.asked).toHaveLength(5)
  browser.answer('granted')
  await pass(100)
  expect((await discovery).services).toMatchObject([{ port: 11_102 }])
})

test('while the browser asks, the known port is called first', async () => {
  const browser = askingBrowser()
  const discovery = browser.client.discover({
    ranges: [range(11_100, 11_104)],
    known: [http(11_102)],
  })
  await pass(0)
  expect(browser.asked[0]).toBe('http://127.0.0.1:11102/')
  browser.answer('granted')
  await pass(100)
  expect((await discovery).ports).toMatchObject([{ port: 11_102, state: 'ready' }])
})

test('denying the browser’s prompt ends the discovery', async () => {
  const browser = askingBrowser()
  const discovery = browser.client.discover({ ranges: [range(11_100, 11_104)] })
  await pass(0)
  browser.answer('denied')
  await expect(discovery).rejects.toMatchObject({ code: 'permission-denied' })
  expect(browser.asked).toHaveLength(5)
})

test('an unanswered prompt ends the discovery at its limit', async () => {
  const browser = askingBrowser()
  const discovery = browser.client.discover({ ranges: [range(11_100, 11_104)] })
  const [refused] = await Promise.allSettled([discovery, pass(60_000)])
  expect(refused).toMatchObject({ reason: { code: 'permission-unanswered' } })
})

test.each([
  ['at once', 0, 700],
  ['after 2 s, as Windows does', 2000, 700],
  ['after 2 s, and the prompt is closed late', 2000, 5000],
])(
  'a prompt that the person closes is not raised again, where closed ports are refused %s',
  async (_name, refusesAfterMs, closedAfterMs) => {
    const browser = askingBrowser({ refusesAfterMs })
    const ended = vi.fn<(error: unknown) => void>()
    void browser.client.discover({ ranges: [range(11_100, 11_104)] }).catch(ended)
    await pass(closedAfterMs)
    browser.close()
    await pass(2000)
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ code: 'permission-unanswered' }))
    expect(browser.asked).toHaveLength(5)
  },
)

test.each([0, 2000])(
  'where no service listens and ports are refused after %i ms, nothing was asked and nothing is found',
  async refusesAfterMs => {
    const browser = askingBrowser({ refusesAfterMs, hasService: false })
    const discovery = browser.client.discover({ ranges: [range(11_100, 11_104)] })
    await pass(2000)
    expect(await discovery).toMatchObject({ services: [], permission: 'prompt' })
    expect(browser.asked).toHaveLength(5)
  },
)

test('a name that is refused later than an address, since it has two addresses, is no question of the browser', async () => {
  const browser = askingBrowser({ refusesAfterMs: 2000, nameRefusesAfterMs: 4000, hasService: false })
  const ranges = (['127.0.0.1', 'localhost'] as const).map(host => ({ ...range(11_100, 11_104), host }))
  const discovery = browser.client.discover({ ranges })
  await pass(4000)
  expect(await discovery).toMatchObject({ services: [], permission: 'prompt' })
})

test('a page from localhost is never asked, so a silent port does not hold it up', async () => {
  const local = createRdClient({
    fetch: computer({ refusesAfterMs: Infinity, services: { 11_102: {} } }).fetch,
    permission: fixedPermission('prompt'),
    pageHost: 'localhost',
  })
  const discovery = local.discover({ ranges: [range(11_100, 11_104)], probeTimeoutMs: 50 })
  await pass(7000)
  expect((await discovery).services).toMatchObject([{ port: 11_102 }])
})

function http(port: number): ServiceAddress {
  return { scheme: 'http', host: '127.0.0.1', port }
}

function https(port: number): ServiceAddress {
  return { ...http(port), scheme: 'https' }
}

function range(from: number, to: number): PortRange {
  return { scheme: 'http', host: '127.0.0.1', from, to }
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
}

function fixedPermission(state: PermissionState): LocalNetworkPermission {
  return { state: () => Promise.resolve(state), onChange: () => () => undefined }
}

/** Hangs until it is aborted, as a call does while the browser's prompt is open. */
function until(signal: RequestInit['signal']): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
  })
}

type FakeService = {
  answersAfterMs?: number
  /** The answer; by default that of a ready service. */
  xml?: string
  httpStatus?: number
  scheme?: 'http' | 'https'
  /** The reaction of a service without CORS headers to a GET; undefined for a service with CORS headers. */
  plainCalls?: 'answers' | 'holds'
}

/** Makes a computer in virtual time, with services by port. It refuses calls to closed ports after `refusesAfterMs`. */
function computer(machine: {
  refusesAfterMs: number | ((port: number, method: string | undefined) => number)
  services?: Record<number, FakeService>
}) {
  const asked: { url: string; port: number; atMs: number }[] = []
  const givenUp: number[] = []
  let startedAt = 0
  const after = async (ms: number, signal: RequestInit['signal']) => {
    signal?.addEventListener('abort', () => ms === Infinity && givenUp.push(performance.now() - startedAt))
    if (ms === Infinity) await until(signal)
    await Promise.race([until(signal), new Promise(resolve => setTimeout(resolve, ms))])
  }
  const refuse = () => Promise.reject(new TypeError('Failed to fetch'))
  const fetch: Fetch = async (url, { method, signal }) => {
    const { port, protocol } = new URL(url)
    if (method === 'RDSERVICE') asked.push({ url, port: Number(port), atMs: performance.now() - startedAt })
    const service = machine.services?.[Number(port)]
    const { refusesAfterMs } = machine
    const refusedMs =
      typeof refusesAfterMs === 'number' ? refusesAfterMs : refusesAfterMs(Number(port), method)
    if (!service) return after(refusedMs, signal).then(refuse)
    if (protocol !== `${service.scheme ?? 'http'}:`) return refuse()
    if (service.plainCalls && method === 'GET') {
      await after(service.plainCalls === 'answers' ? 5 : Infinity, signal)
      return new Response()
    }
    await after(service.answersAfterMs ?? 0, signal)
    return service.plainCalls
      ? refuse()
      : new Response(service.xml ?? serviceAnswer(), { status: service.httpStatus ?? 200 })
  }
  return {
    asked,
    fetch,
    givenUp,
    async discover(options: DiscoverOptions = {}) {
      startedAt = performance.now()
      const { discover } = createRdClient({ fetch, pageHost: 'portal.example' })
      const discovery = discover(options).then(found => ({
        ...found,
        tookMs: performance.now() - startedAt,
      }))
      await pass(20_000)
      return await discovery
    },
  }
}

/** Makes a fake Chromium whose prompt is open. The prompt holds only the calls to the one service, on port 11102. */
function askingBrowser({
  refusesAfterMs = 0,
  nameRefusesAfterMs,
  hasService = true,
}: { refusesAfterMs?: number; nameRefusesAfterMs?: number; hasService?: boolean } = {}) {
  const asked: string[] = []
  const listeners = new Set<(state: PermissionState) => void>()
  let state: PermissionState = 'prompt'
  const closing = new AbortController()
  const fetch: Fetch = async (url, { signal }) => {
    asked.push(url)
    const isThere = hasService && url.includes(':11102/')
    if (state === 'prompt' && isThere) return await Promise.race([until(signal), until(closing.signal)])
    if (state === 'granted' && isThere) return new Response(serviceAnswer())
    const afterMs = (url.includes('localhost') && nameRefusesAfterMs) || refusesAfterMs
    await new Promise(resolve => setTimeout(resolve, afterMs))
    throw new TypeError('Failed to fetch')
  }
  return {
    asked,
    client: createRdClient({
      fetch,
      pageHost: 'portal.example',
      permission: {
        state: () => Promise.resolve(state),
        onChange(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
    }),
    close: () => closing.abort(),
    answer(given: PermissionState) {
      state = given
      for (const listener of listeners) listener(given)
    },
  }
}
