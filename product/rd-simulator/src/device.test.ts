import { createServer } from 'node:net'

import { expect, test } from 'vitest'

import { startDevice } from './device.ts'
import { listen } from './listener.ts'
import { answerOf, call, captureBody, exchange, requestText, serviceOf } from './testing/device-client.ts'
import { elementOf } from './testing/xml-answer.ts'
import { lastingTls, startedDevice } from './testing/started-device.ts'

const { device, keys, waits } = await startedDevice()
const port = () => serviceOf(device).port
const ask = (request: string | readonly string[]) => exchange(serviceOf(device), request)

async function captured(opts: Record<string, string> = {}): Promise<string> {
  const answer = await answerOf(device, 'CAPTURE', { body: captureBody(opts) })
  return answer.body.toString()
}

function errCode(xml: string): string | null {
  return elementOf(xml, 'Resp').getAttribute('errCode')
}

test.each(['*', '/', 'http://127.0.0.1:1/'])(
  'RDSERVICE is answered at %s, once, and the connection is closed',
  async target => {
    const request = requestText('RDSERVICE', target)
    const answer = await ask(request + request)
    if (typeof answer === 'string') throw new Error(answer)
    expect(answer.status).toBe('HTTP/1.1 200 OK')
    expect(Object.fromEntries(answer.headers)).toEqual({
      'cache-control': 'no-cache',
      location: `http://127.0.0.1:${port()}`,
      'content-length': String(answer.body.length),
      'content-type': 'text/xml',
      connection: 'close',
      'access-control-allow-origin': '*',
    })
    expect(answer.body.toString().match(/<RDService /g)).toHaveLength(1)
  },
)

test('a request that comes in pieces is answered', async () => {
  const pieces = requestText('RDSERVICE', '/').match(/[^]{1,7}/g) ?? []
  expect(await ask(pieces)).toMatchObject({ status: 'HTTP/1.1 200 OK' })
})

test.each([
  ['another verb', requestText('GET', '/')],
  ['a verb in lower case', requestText('rdservice', '/')],
  ['a path that is not there', requestText('RDSERVICE', '/elsewhere')],
  ['a capture at the path of discovery', requestText('CAPTURE', '/', captureBody())],
])('%s is not answered, as the standard has it', async (_, request) => {
  expect(await ask(request)).toBe('silence')
})

test('a TLS hello to a driver that speaks plain http is closed', async () => {
  expect(await exchange({ port: port(), ca: '' }, requestText('RDSERVICE', '/'))).toBe('broken')
})

test("a browser's question beforehand is answered with the verbs in exact upper case", async () => {
  const asked = requestText('OPTIONS', '/rd/capture', '', [
    'Origin: https://portal.example',
    'Access-Control-Request-Method: CAPTURE',
    'Access-Control-Request-Headers: content-type',
  ])
  const answer = await ask(asked)
  if (typeof answer === 'string') throw new Error(answer)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-methods')).toBe('RDSERVICE, DEVICEINFO, CAPTURE')
  expect(answer.headers.get('access-control-allow-headers')).toBe('content-type')
  expect(answer.body).toHaveLength(0)
})

test('one capture at a time: a second gets 710, discovery says USED, and reset ends the first with 730', async () => {
  await device.control.put({ delayMs: 15_000 })
  const first = captured()
  await expect.poll(async () => statusOf(await answerOf(device, 'RDSERVICE'))).toBe('USED')
  expect(errCode(await captured())).toBe('710')
  await device.control.reset()
  expect(errCode(await first)).toBe('730')
  expect(statusOf(await answerOf(device, 'RDSERVICE'))).toBe('READY')
  await device.control.put({ delayMs: 0 })
})

test('a touch that comes after the time-out comes too late: 700', async () => {
  await device.control.put({ delayMs: 60_000 })
  waits.length = 0
  expect(errCode(await captured({ timeout: '1001' }))).toBe('700')
  expect(waits).toContain(1001)
  await device.control.put({ delayMs: 0 })
})

test('a capture goes on when its client leaves, as drivers do', async () => {
  await device.control.put({ delayMs: 15_000 })
  const leaving = new AbortController()
  const left = call(device, 'CAPTURE', { body: captureBody(), leave: leaving.signal })
  await expect.poll(async () => statusOf(await answerOf(device, 'RDSERVICE'))).toBe('USED')
  leaving.abort()
  expect(await left).toBe('broken')
  expect(errCode(await captured())).toBe('710')
  await device.control.reset()
  await device.control.put({ delayMs: 0 })
})

test('it takes the next port when the first is taken, says so when all are, and stops listening when it is closed', async () => {
  const taken = createServer()
  await new Promise<void>(resolve => {
    taken.listen(0, '127.0.0.1', () => resolve())
  })
  const address = taken.address()
  const firstPort = typeof address === 'object' && address ? address.port : 0
  const other = await startDevice({ keys, firstPort })
  const [found = 0] = other.ports
  expect(found).toBeGreaterThan(firstPort)
  expect(found).toBeLessThanOrEqual(firstPort + 20)
  const ofOnePort = { ports: [firstPort], tls: lastingTls, scheme: () => 'http' as const, answer: silence }
  await expect(listen(ofOnePort)).rejects.toThrow(
    `Ports ${firstPort} to ${firstPort} are all taken: end what uses one`,
  )
  await other.close()
  expect(await exchange({ port: found }, requestText('RDSERVICE', '/'))).toBe('broken')
  taken.close()
})

test('off means off: settings can be told, nothing listens', async () => {
  const off = await startDevice({ keys, firstPort: 'off' })
  expect(off.ports).toEqual([])
  expect(await off.control.put({ also: ['morpho'] })).toMatchObject({
    ports: [],
    settings: { also: ['morpho'] },
  })
  await off.close()
})

const silence = async () => ({ kind: 'silence' }) as const

function statusOf(answer: { body: Buffer }): string | null {
  return elementOf(answer.body.toString(), 'RDService').getAttribute('status')
}
