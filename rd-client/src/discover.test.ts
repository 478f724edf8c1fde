import { expect, test, vi } from 'vitest'

import { defaultRanges, type PortRange } from './discover.ts'
import type { Fetch } from './exchange.ts'
import type { LocalNetworkPermission, PermissionState } from './local-network-permission.ts'
import { createRdClient } from './rd-client.ts'
import { readyAnswer, serviceAnswer } from './testing/device-answers.ts'
import { freePorts, startDeviceService } from './testing/device-service.ts'

test('[KYC-5] by default 11100 to 11110 are asked over http first, then 11111 to 11120, then https', async () => {
  const asked: string[] = []
  const spied = createRdClient({
    fetch: url => {
      asked.push(url)
      return Promise.reject(new TypeError('Failed to fetch'))
    },
  })
  const { services, ports } = await spied.discover()
  expect(services).toEqual([])
  expect(ports).toHaveLength(63)
  expect(ports.every(({ state }) => state === 'closed')).toBe(true)
  const expected = defaultRanges.flatMap(({ scheme, host, from, to }) =>
    Array.from({ length: to - from + 1 }, (_, index) => `${scheme}://${host}:${from + index}/`),
  )
  expect(asked).toEqual(expected)
  expect(asked[0]).toBe('http://127.0.0.1:11100/')
  expect(asked[10]).toBe('http://127.0.0.1:11110/')
})

test('[KYC-5] all ports of a range are asked at once', async () => {
  const waiting: (() => void)[] = []
  const spied = createRdClient({
    fetch: () =>
      new Promise((_resolve, reject) => {
        waiting.push(() => reject(new TypeError('Failed to fetch')))
      }),
  })
  const discovery = spied.discover({ ranges: [range(11_100, 11_110)] })
  await vi.waitFor(() => expect(waiting).toHaveLength(11))
  for (const refuse of waiting) refuse()
  expect((await discovery).ports).toHaveLength(11)
})

test('[KYC-5] each port has its own typed result', async () => {
  await using devices = await startInARow([
    undefined,
    () => 'never',
    () => ({ xml: '<html>Not found</html>', status: 404 }),
    () => ({ xml: serviceAnswer('NOTREADY', 'Scanner &amp; cable') }),
    () => ({ xml: serviceAnswer('used') }),
    () => ({ xml: readyAnswer, status: 500 }),
    () => ({ xml: serviceAnswer('BUSY') }),
  ])
  const { first } = devices
  const { services, ports } = await client().discover({
    ranges: [range(first, first + 6)],
    secondTryMs: 1500,
  })
  expect(ports.map(({ state }) => state)).toEqual([
    'closed',
    'silent',
    'not-rd-service',
    'not-ready',
    'in-use',
    'ready',
    'not-ready',
  ])
  expect(services.map(({ state }) => state)).toEqual(['ready', 'in-use', 'not-ready', 'not-ready'])
  expect(services[0]).toEqual({
    scheme: 'http',
    host: '127.0.0.1',
    port: first + 5,
    state: 'ready',
    status: 'READY',
    info: 'Test RD service',
    paths: { capture: '/rd/capture', deviceInfo: '/rd/info' },
  })
  expect(services[2]).toMatchObject({ port: first + 3, status: 'NOTREADY', info: 'Scanner & cable' })
})

test('[KYC-5] a port that was slow gets one longer second try, a closed one does not', async () => {
  await using slow = await startDeviceService(() => ({ xml: readyAnswer, delayMs: 400 }))
  await using silent = await startDeviceService(() => 'never')
  const options = { probeTimeoutMs: 100, secondTryMs: 3000 }

  const found = await client().discover({ ...options, ranges: [range(slow.port, slow.port)] })
  expect(found.services).toHaveLength(1)
  expect(slow.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
    'RDSERVICE /',
    'RDSERVICE /',
  ])

  const none = await client().discover({ ...options, secondTryMs: 150, ranges: [range(silent.port, silent.port)] })
  expect(none.ports).toMatchObject([{ state: 'silent' }])
  expect(silent.requests).toHaveLength(2)
}) // prettier-ignore

test('[KYC-5] each port has 200 ms to answer, and 1,000 ms more where it accepted and was slow', async () => {
  vi.useFakeTimers()
  try {
    const givenUp: number[] = []
    const silent = createRdClient({
      fetch: (_url, { signal }) => {
        signal?.addEventListener('abort', () => givenUp.push(Date.now() - began))
        return until(signal)
      },
    })
    const began = Date.now()
    const discovery = silent.discover({ ranges: [range(11_100, 11_100)] })
    await vi.advanceTimersByTimeAsync(60_000)
    expect((await discovery).ports).toMatchObject([{ state: 'silent' }])
    expect(givenUp).toEqual([200, 1200])
  } finally {
    vi.useRealTimers()
  }
})

test('where closed ports are refused slowly, a found service does not wait for them all again', async () => {
  const asked: string[] = []
  const slowlyRefusing = createRdClient({
    fetch: (url, { signal }) => {
      asked.push(url)
      return url.includes(':11101/') ? Promise.resolve(new Response(readyAnswer)) : until(signal)
    },
  })
  const options = { ranges: [range(11_100, 11_104)], probeTimeoutMs: 20, secondTryMs: 60_000 }
  const { services } = await slowlyRefusing.discover(options)
  expect(services).toHaveLength(1)
  expect(asked).toHaveLength(5)
})

test('the next range is asked only when no service was found before it', async () => {
  await using devices = await startInARow([
    undefined,
    () => ({ xml: serviceAnswer('NOTREADY') }),
    undefined,
    () => ({ xml: readyAnswer }),
  ])
  const { first } = devices
  const ranges = [range(first, first + 1), range(first + 2, first + 3)]
  const stopped = await client().discover({ ranges })
  expect(stopped.services).toMatchObject([{ port: first + 1, state: 'not-ready' }])

  await devices.stop(1)
  const went = await client().discover({ ranges })
  expect(went.services).toMatchObject([{ port: first + 3, state: 'ready' }])
  expect(went.ports).toHaveLength(4)
})

test('a remembered service that is ready is the only one asked', async () => {
  await using remembered = await startDeviceService(() => ({ xml: readyAnswer }))
  await using other = await startDeviceService(() => ({ xml: readyAnswer }))
  const { services, ports } = await client().discover({
    remembered: { scheme: 'http', host: '127.0.0.1', port: remembered.port },
    ranges: [range(other.port, other.port)],
    probeTimeoutMs: 5000,
  })
  expect(services).toMatchObject([{ port: remembered.port }])
  expect(ports).toHaveLength(1)
  expect(other.requests).toHaveLength(0)
})

test('when the remembered service is not ready or gone, the scan runs', async () => {
  await using remembered = await startDeviceService(() => ({ xml: serviceAnswer('USED') }))
  await using other = await startDeviceService(() => ({ xml: readyAnswer }))
  const options = {
    remembered: { scheme: 'http', host: '127.0.0.1', port: remembered.port },
    ranges: [range(other.port, other.port)],
  } as const
  const both = await client().discover(options)
  expect(both.services.map(({ port }) => port)).toEqual([other.port, remembered.port])

  await remembered.stop()
  const one = await client().discover(options)
  expect(one.services.map(({ port }) => port)).toEqual([other.port])
})

test('a remembered address of another host is never asked, and a range of another host throws TypeError', async () => {
  const asked: string[] = []
  const spied = createRdClient({
    fetch: url => {
      asked.push(url)
      return Promise.reject(new TypeError('Failed to fetch'))
    },
  })
  const foreign = JSON.parse('{"scheme":"http","host":"device.example","port":11100,"from":1,"to":1}')
  await spied.discover({ remembered: foreign, ranges: [range(11_100, 11_100)] })
  expect(asked).toEqual(['http://127.0.0.1:11100/'])
  await expect(spied.discover({ ranges: [foreign] })).rejects.toThrow(TypeError)
})

test('progress is reported once a port', async () => {
  await using devices = await startInARow([undefined, () => ({ xml: readyAnswer })])
  const { first } = devices
  const told: string[] = []
  await client().discover({
    ranges: [range(first, first + 1)],
    onProgress: ({ port, state }) => told.push(`${port - first} ${state}`),
  })
  expect(told.toSorted()).toEqual(['0 closed', '1 ready'])
})

test('a discovery that is cancelled ends at once', async () => {
  await using silent = await startDeviceService(() => 'never')
  const cancelling = new AbortController()
  const discovery = client().discover({
    ranges: [range(silent.port, silent.port)],
    probeTimeoutMs: 60_000,
    signal: cancelling.signal,
  })
  await vi.waitFor(() => expect(silent.requests).toHaveLength(1))
  cancelling.abort()
  await expect(discovery).rejects.toMatchObject({ code: 'cancelled' })
  const again = client().discover({ signal: cancelling.signal })
  await expect(again).rejects.toMatchObject({ code: 'cancelled' })
})

test('a redirect is never followed', async () => {
  await using elsewhere = await startDeviceService(() => ({ xml: readyAnswer }))
  await using redirecting = await startDeviceService(() => ({
    xml: readyAnswer,
    status: 307,
    headers: [`Location: http://127.0.0.1:${elsewhere.port}/`],
  }))
  const { ports } = await client().discover({ ranges: [range(redirecting.port, redirecting.port)] })
  expect(ports).toMatchObject([{ state: 'closed' }])
  expect(elsewhere.requests).toHaveLength(0)
})

test.each([
  ['a byte-order mark', '\ufeff' + readyAnswer, 'ready'],
  ['a truncated answer', readyAnswer.slice(0, 60), 'not-rd-service'],
  ['over 1 MiB', `<RDService info="${'x'.repeat(1_048_576)}"/>`, 'not-rd-service'],
  ['a DOCTYPE', `<!DOCTYPE RDService>${readyAnswer}`, 'not-rd-service'],
])('a service that answers with %s is %s', async (_name, xml, state) => {
  await using service = await startDeviceService(() => ({ xml }))
  const { ports } = await client().discover({ ranges: [range(service.port, service.port)] })
  expect(ports.map(each => each.state)).toEqual([state])
})

test('an answer that breaks off is not a service', async () => {
  await using service = await startDeviceService(() => ({ xml: readyAnswer, contentLength: 9999 }))
  const { ports } = await client().discover({ ranges: [range(service.port, service.port)] })
  expect(ports).toMatchObject([{ state: 'not-rd-service' }])
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

test('while the browser asks, one call waits for the person, and the scan follows the permission', async () => {
  const browser = askingBrowser()
  const discovery = browser.client.discover({ ranges: [range(11_100, 11_104)], probeTimeoutMs: 50 })
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(browser.asked).toEqual(['http://127.0.0.1:11100/'])
  browser.answer('granted')
  expect((await discovery).services).toMatchObject([{ port: 11_102 }])
})

test('while the browser asks, the call to the remembered port waits', async () => {
  const browser = askingBrowser()
  const discovery = browser.client.discover({
    ranges: [range(11_100, 11_104)],
    remembered: { scheme: 'http', host: '127.0.0.1', port: 11_102 },
  })
  await vi.waitFor(() => expect(browser.asked).toEqual(['http://127.0.0.1:11102/']))
  browser.answer('granted')
  expect((await discovery).ports).toMatchObject([{ port: 11_102, state: 'ready' }])
})

test('denying the browser’s prompt ends the discovery', async () => {
  const browser = askingBrowser()
  const discovery = browser.client.discover({ ranges: [range(11_100, 11_104)] })
  await vi.waitFor(() => expect(browser.asked).toHaveLength(1))
  browser.answer('denied')
  await expect(discovery).rejects.toMatchObject({ code: 'permission-denied' })
  expect(browser.asked).toHaveLength(1)
})

test('an unanswered prompt ends the discovery at its limit', async () => {
  const browser = askingBrowser()
  const discovery = browser.client.discover({ ranges: [range(11_100, 11_104)], firstProbeTimeoutMs: 30 })
  await expect(discovery).rejects.toMatchObject({ code: 'permission-unanswered' })
})

test('a dismissed prompt ends the discovery and is not raised again', async () => {
  vi.useFakeTimers()
  try {
    const browser = askingBrowser()
    const ended = vi.fn<(error: unknown) => void>()
    void browser.client.discover({ ranges: [range(11_100, 11_104)] }).catch(ended)
    await vi.advanceTimersByTimeAsync(5000)
    browser.close()
    await vi.advanceTimersByTimeAsync(0)
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ code: 'permission-unanswered' }))
    expect(browser.asked).toHaveLength(1)
  } finally {
    vi.useRealTimers()
  }
})

test('when the closed first port raises no prompt, the other ports do', async () => {
  const browser = askingBrowser({ asksForClosedPorts: false })
  const discovery = browser.client.discover({ ranges: [range(11_100, 11_104)], probeTimeoutMs: 50 })
  await vi.waitFor(() => expect(browser.asked).toHaveLength(5))
  browser.answer('granted')
  expect((await discovery).services).toMatchObject([{ port: 11_102 }])
})

test('a page from localhost is never asked, so a silent port does not hold it up', async () => {
  const local = createRdClient({
    fetch: silentBut11102,
    permission: fixedPermission('prompt'),
    pageHost: 'localhost',
  })
  const options = { ranges: [range(11_100, 11_104)], probeTimeoutMs: 50, firstProbeTimeoutMs: 50 }
  expect((await local.discover(options)).services).toMatchObject([{ port: 11_102 }])
})

test('a discovery is cancelled while the browser asks', async () => {
  const browser = askingBrowser()
  const cancelling = new AbortController()
  const discovery = browser.client.discover({ signal: cancelling.signal })
  await vi.waitFor(() => expect(browser.asked).toHaveLength(1))
  cancelling.abort()
  await expect(discovery).rejects.toMatchObject({ code: 'cancelled' })
})

function client() {
  return createRdClient()
}

function range(from: number, to: number): PortRange {
  return { scheme: 'http', host: '127.0.0.1', from, to }
}

/** Starts services on consecutive ports; undefined leaves a port closed. */
async function startInARow(answers: (Parameters<typeof startDeviceService>[0] | undefined)[]) {
  const first = await freePorts(answers.length)
  const started = await Promise.all(
    answers.map(async (answer, index) => answer && (await startDeviceService(answer, first + index))),
  )
  return {
    first,
    stop: (index: number) => started[index]?.stop(),
    async [Symbol.asyncDispose]() {
      await Promise.all(started.map(async service => await service?.stop()))
    },
  }
}

function fixedPermission(state: PermissionState): LocalNetworkPermission {
  return { state: () => Promise.resolve(state), onChange: () => () => undefined }
}

const silentBut11102: Fetch = (url, { signal }) =>
  url.includes(':11102/') ? Promise.resolve(new Response(readyAnswer)) : until(signal)

/** Hangs until it is aborted, as a call does while the browser's prompt is open. */
function until(signal: RequestInit['signal']): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
  })
}

/** A Chromium whose prompt is open, with one service on port 11102. */
function askingBrowser({ asksForClosedPorts = true } = {}) {
  const asked: string[] = []
  const listeners = new Set<(state: PermissionState) => void>()
  let state: PermissionState = 'prompt'
  const closing = new AbortController()
  const fetch: Fetch = (url, { signal }) => {
    asked.push(url)
    const isThere = url.includes(':11102/')
    if (state === 'prompt' && (isThere || asksForClosedPorts)) {
      return Promise.race([until(signal), until(closing.signal)])
    }
    const isThrough = state === 'granted' && isThere
    return isThrough
      ? Promise.resolve(new Response(readyAnswer))
      : Promise.reject(new TypeError('Failed to fetch'))
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
