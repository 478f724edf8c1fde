import { expect, test, vi } from 'vitest'

import type { Fetch } from './exchange.ts'
import { createRdClient, type RdClient } from './rd-client.ts'
import type { RdService } from './rd-service.ts'
import { captureAnswer, captureValues, deviceInfoElement, readyAnswer } from './testing/device-answers.ts'
import { startDeviceService, type WireAnswer, type WireRequest } from './testing/device-service.ts'

const wadh = 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc='

test.each([
  ['CAPTURE and DEVICEINFO', 'CAPTURE', '/vendor/capture', 'DEVICEINFO', '/vendor/info'],
  ['PROCESS_CALL and INFO', 'PROCESS_CALL', 'vendor/capture', 'INFO', 'vendor/info'],
  [
    'as Morpho writes them',
    'CAPTURE',
    '/127.0.0.1:9/vendor/capture',
    'DEVICEINFO',
    '/127.0.0.1:9/vendor/info',
  ],
  ['host and port inside', 'capture', '127.0.0.1:9/vendor/capture', 'info', 'http://localhost:9/vendor/info'],
])('[KYC-6] the calls go to the paths that the Interface elements name: %s', async (...habit) => {
  const [, captureId, capturePath, infoId, infoPath] = habit
  const discovery = `<RDService status="READY"><Interface path="${infoPath}" id="${infoId}"/>
    <Interface path="${capturePath}" id="${captureId}"></Interface></RDService>`
  await using device = await startDevice({ RDSERVICE: { xml: discovery } })
  const service = await device.found()
  await device.client.deviceInfo(service)
  await device.client.capture(service, { wadh })
  expect(device.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
    'RDSERVICE /',
    'DEVICEINFO /vendor/info',
    'CAPTURE /vendor/capture',
  ])
})

test('[KYC-16] a capture to a service that has gone counts as not sent', async () => {
  await using device = await startDevice()
  const service = await device.found()
  await device.stop()
  await expect(device.client.capture(service, { wadh })).rejects.toMatchObject({ code: 'not-sent' })
})

test('[KYC-16] a browser’s own refusal counts as not sent when the service is unreachable too', async () => {
  await expect(createRdClient({ fetch: noFetch }).capture(readyService(), { wadh })).rejects.toMatchObject({
    code: 'not-sent',
  })
})

test('[KYC-16] the client waits 10 s longer than the device, and no longer', async () => {
  vi.useFakeTimers()
  try {
    const failed = vi.fn<(error: unknown) => void>()
    void createRdClient({ fetch: endlessFetch }).capture(readyService(), { wadh }).catch(failed)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: 'timed-out' }))
  } finally {
    vi.useRealTimers()
  }
})

test('a second capture during the first is refused, and the first goes on', async () => {
  await using device = await startDevice({ CAPTURE: { xml: captureAnswer(), delayMs: 100 } })
  const service = await device.found()
  const first = device.client.capture(service, { wadh })
  await expect(device.client.capture(service, { wadh })).rejects.toMatchObject({ code: 'busy' })
  expect(await first).toMatchObject({ hmac: captureValues.hmac })
  expect(device.requests.filter(({ method }) => method === 'CAPTURE')).toHaveLength(1)
})

test('a cancelled capture ends at once, and the next can start', async () => {
  await using device = await startDevice({ CAPTURE: 'never' })
  const service = await device.found()
  const cancelling = new AbortController()
  const capture = device.client.capture(service, { wadh }, { signal: cancelling.signal })
  await expect.poll(() => device.requests).toHaveLength(2)
  cancelling.abort()
  await expect(capture).rejects.toMatchObject({ code: 'cancelled' })

  device.answers.CAPTURE = { xml: captureAnswer() }
  expect(await device.client.capture(service, { wadh })).toMatchObject({ hmac: captureValues.hmac })
})

test('the late answer of a cancelled run is dropped, whatever the fetch does', async () => {
  const late: ((response: Response) => void)[] = []
  const fetch: Fetch = () =>
    new Promise(resolve => {
      late.push(resolve)
    })
  const client = createRdClient({ fetch })
  const cancelling = new AbortController()
  const first = client.capture(readyService(), { wadh }, { signal: cancelling.signal })
  cancelling.abort()
  await expect(first).rejects.toMatchObject({ code: 'cancelled' })

  const second = client.capture(readyService(), { wadh })
  const other = captureValues.hmac.replace(/^./, letter => (letter === 'A' ? 'B' : 'A'))
  late[0]?.(new Response(captureAnswer()))
  late[1]?.(new Response(captureAnswer({ hmac: `<Hmac>${other}</Hmac>` })))
  expect((await second).hmac).toBe(other)
})

test('a capture is never sent to another host', async () => {
  const fetch = vi.fn<Fetch>()
  const foreign: RdService = JSON.parse(JSON.stringify(readyService()).replace('127.0.0.1', 'device.example'))
  await expect(createRdClient({ fetch }).capture(foreign, { wadh })).rejects.toThrow(TypeError)
  expect(fetch).not.toHaveBeenCalled()
})

test('no cookie, referrer or redirect goes along', async () => {
  const fetch = vi.fn<Fetch>(() => Promise.resolve(new Response(captureAnswer())))
  await createRdClient({ fetch }).capture(readyService(), { wadh })
  expect(fetch).toHaveBeenCalledWith(
    'http://127.0.0.1:11100/rd/capture',
    expect.objectContaining({
      method: 'CAPTURE',
      headers: { 'Content-Type': 'text/xml' },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
    }),
  )
})

test('a redirect is never followed', async () => {
  await using elsewhere = await startDeviceService(() => ({ xml: readyAnswer }))
  await using redirecting = await startDeviceService(() => ({
    xml: readyAnswer,
    status: 307,
    headers: [`Location: http://127.0.0.1:${elsewhere.port}/`],
  }))
  const { ports } = await createRdClient().discover({ ranges: [onePort(redirecting.port)] })
  expect(ports).toMatchObject([{ state: 'closed' }])
  expect(elsewhere.requests).toHaveLength(0)
})

const noFetch: Fetch = () => Promise.reject(new TypeError('Failed to fetch'))
const endlessFetch: Fetch = () => new Promise(() => undefined)

type Answers = Record<'RDSERVICE' | 'DEVICEINFO' | 'CAPTURE', WireAnswer>

async function startDevice(given: Partial<Answers> = {}) {
  const answers: Answers = {
    RDSERVICE: { xml: readyAnswer },
    DEVICEINFO: { xml: deviceInfoElement },
    CAPTURE: { xml: captureAnswer() },
    ...given,
  }
  const device = await startDeviceService(request => answerTo(request, answers))
  const client = createRdClient()
  return { ...device, answers, client, found: () => onlyService(client, device.port) }
}

function answerTo({ method }: WireRequest, answers: Answers): WireAnswer {
  return Object.entries(answers).find(([name]) => name === method)?.[1] ?? 'drop'
}

async function onlyService(client: RdClient, port: number): Promise<RdService> {
  const [service] = (await client.discover({ ranges: [onePort(port)] })).services
  if (!service) throw new Error('the service was not found')
  return service
}

function onePort(port: number) {
  return { scheme: 'http', host: '127.0.0.1', from: port, to: port } as const
}

function readyService(): RdService {
  return {
    scheme: 'http',
    host: '127.0.0.1',
    port: 11_100,
    state: 'ready',
    status: 'READY',
    info: '',
    paths: { capture: '/rd/capture', deviceInfo: '/rd/info' },
  }
}
