import { expect, test, vi } from 'vitest'

import type { Fetch } from './exchange.ts'
import { createRdClient } from './rd-client.ts'
import type { RdService } from './rd-service.ts'
import { captureAnswer, captureValues } from './testing/device-answers.ts'

const wadh = 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc='
const service: RdService = {
  scheme: 'http',
  host: '127.0.0.1',
  port: 11_100,
  state: 'ready',
  status: 'READY',
  info: '',
  paths: { capture: '/rd/capture', deviceInfo: '/rd/info' },
}

/** Makes a client of a device whose calls the test answers, in their order. */
function heldDevice() {
  const calls: ((answer: Response) => void)[] = []
  const fetch: Fetch = () => new Promise(resolve => calls.push(resolve))
  const { capture } = createRdClient({ fetch })
  return {
    calls,
    capture: (signal?: AbortSignal) => capture(service, { wadh }, { signal }),
    answer: (call: number, xml = captureAnswer()) => calls[call]?.(new Response(xml)),
  }
}

test('[KYC-16] a capture to a service that cannot be reached counts as not sent', async () => {
  const fetch: Fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  const capture = createRdClient({ fetch }).capture(service, { wadh })
  await expect(capture).rejects.toMatchObject({ code: 'not-sent' })
})

test('[KYC-16] the client waits 10 s longer than the device, and no longer', async () => {
  vi.useFakeTimers()
  try {
    const failed = vi.fn<(error: unknown) => void>()
    void heldDevice().capture().catch(failed)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: 'timed-out' }))
  } finally {
    vi.useRealTimers()
  }
})

test('a second capture during the first is refused, and the first goes on', async () => {
  const device = heldDevice()
  const first = device.capture()
  await expect(device.capture()).rejects.toMatchObject({ code: 'busy' })
  device.answer(0)
  expect(await first).toMatchObject({ hmac: captureValues.hmac })
  expect(device.calls).toHaveLength(1)
})

test('a cancelled capture ends at once and its late answer is dropped, whatever the fetch does; the next can start', async () => {
  const device = heldDevice()
  const cancelling = new AbortController()
  const first = device.capture(cancelling.signal)
  cancelling.abort()
  await expect(first).rejects.toMatchObject({ code: 'cancelled' })

  const second = device.capture()
  const other = captureValues.hmac.replace(/^./, letter => (letter === 'A' ? 'B' : 'A'))
  device.answer(0)
  device.answer(1, captureAnswer({ hmac: `<Hmac>${other}</Hmac>` }))
  expect((await second).hmac).toBe(other)
})

test('a capture is never sent to another host', async () => {
  const fetch = vi.fn<Fetch>()
  const foreign: RdService = JSON.parse(JSON.stringify(service).replace('127.0.0.1', 'device.example'))
  await expect(createRdClient({ fetch }).capture(foreign, { wadh })).rejects.toThrow(TypeError)
  expect(fetch).not.toHaveBeenCalled()
})

test('no cookie, referrer or redirect goes along', async () => {
  const fetch = vi.fn<Fetch>(() => Promise.resolve(new Response(captureAnswer())))
  await createRdClient({ fetch }).capture(service, { wadh })
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
