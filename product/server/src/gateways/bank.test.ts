import { createHmac } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { UnusableAnswer, type ReferenceDirectory } from '../domain/ports.ts'
import { fakeServerOfTest, type FakeServer } from '../../testing/outside/fake-server.ts'
import { createBankGateway, signedWebhookHeaders } from './bank.ts'

const now = () => new Date('2026-01-15T10:20:30.400Z')
const secret = 'shared with the bank'
async function directoryAt(
  part: Parameters<typeof fakeServerOfTest>[0],
  deadlineMs = 5_000,
): Promise<{ directory: ReferenceDirectory; server: FakeServer }> {
  const server = await fakeServerOfTest(part)
  const settings = { url: `${server.url}/bank/`, secret, deadlineMs }
  return { directory: createBankGateway(settings, { now }), server }
}

async function directoryThatSays(status: number, body: unknown): Promise<ReferenceDirectory> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return (await directoryAt(response => response.writeHead(status).end(text))).directory
}

describe('looking up a reference', () => {
  test.each([
    [200, 'allowed'],
    [200, 'not-allowed'],
    [404, 'unknown'],
  ])('HTTP %i %s', async (httpStatus, status) => {
    const directory = await directoryThatSays(httpStatus, { status })
    expect(await directory.look('DBS10001')).toBe(status)
  })

  test.each([
    [404, '<html>no such page</html>'],
    [404, { status: 'allowed' }],
    [200, { status: 'unknown' }],
    [200, { status: 'maybe' }],
    [200, 'null'],
    [200, ''],
    [302, { status: 'allowed' }],
    [500, { status: 'allowed' }],
  ])('HTTP %i %j is broken: the bank counts as unavailable', async (httpStatus, body) => {
    const directory = await directoryThatSays(httpStatus, body)
    await expect(directory.look('DBS10001')).rejects.toMatchObject({
      name: 'Unavailable',
      message: `bank: no usable answer, HTTP ${httpStatus}`,
    })
  })

  test('is signed over id, time and body', async () => {
    const { directory, server } = await directoryAt(response => response.end('{"status":"allowed"}'))
    await directory.look('DBS10001')
    await directory.look('DBS10001')
    const [first, second] = server.received
    expect(first).toMatchObject({ path: '/bank/references/look', body: '{"reference":"DBS10001"}' })
    expect(first?.headers['content-type']).toBe('application/json')
    expect(first?.headers['webhook-timestamp']).toBe('1768472430')
    const id = String(first?.headers['webhook-id'])
    expect(first?.headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', secret).update(`${id}.1768472430.${first?.body}`).digest('base64')}`,
    )
    expect(second?.headers['webhook-id']).not.toBe(id)
  })

  test('without an answer in time is unavailable', async () => {
    const { directory } = await directoryAt(() => undefined, 100)
    await expect(directory.look('DBS10001')).rejects.toMatchObject({
      name: 'Unavailable',
      message: 'bank: no answer within the deadline',
    })
  })
})

describe("asking for the customer's id", () => {
  test.each([
    { kind: 'number', value: '012345678901' },
    { kind: 'virtual-id', value: '0123456789012345' },
    { kind: 'token', value: '01000000AbC+/=' },
  ])('%o', async customer => {
    const { directory, server } = await directoryAt(response => response.end(JSON.stringify(customer)))
    expect(await directory.customerOf('DBS10001')).toEqual({ id: customer, holder: undefined })
    expect(server.received[0]?.path).toBe('/bank/references/customer')
  })

  const phone = '9811111111'
  test.each([
    [{ phone }, { phone }],
    [
      { phone, language: 'hi', lastDigits: '8901' },
      { phone, language: 'hi', lastDigits: '8901' },
    ],
    [{ phone, language: 'Hindi', lastDigits: '012345678901' }, { phone }],
    [{ phone: '+91 98111 11111', language: 'hi' }, undefined],
    [{ phone: 9_811_111_111 }, undefined],
    [{ language: 'hi' }, undefined],
  ])('how the holder is told, %j, stops no authentication', async (told, holder) => {
    const id = { kind: 'number', value: '012345678901' }
    const directory = await directoryThatSays(200, { ...id, ...told })
    expect(await directory.customerOf('DBS10001')).toEqual({ id, holder })
  })

  test.each([
    [200, { kind: 'number', value: '01234567890' }],
    [200, { kind: 'number', value: 12_345_678_901 }],
    [200, { kind: 'passport', value: '012345678901' }],
    [200, { kind: 'toString', value: '012345678901' }],
    [200, '{"kind":"number","value":"012345678901"'],
    [404, { kind: 'number', value: '012345678901' }],
  ])('HTTP %i %j is unavailable, and the error does not show the number', async (status, body) => {
    const asking = (await directoryThatSays(status, body)).customerOf('DBS10001')
    await expect(asking).rejects.toMatchObject({ name: 'Unavailable' })
    await expect(asking).rejects.toBeInstanceOf(UnusableAnswer)
    const errorText = await asking.catch((error: Error) => `${error.stack} ${String(error.cause)}`)
    expect(errorText).not.toMatch(/0?1234567890/)
  })
})

describe('delivering a result', () => {
  const delivery = { id: 'delivery-1', body: '{"reference":"DBS10001"}' }

  test('carries the delivery id, so that the bank can drop repeats', async () => {
    const { directory, server } = await directoryAt(response => response.writeHead(202).end())
    await directory.deliverResult(delivery)
    expect(server.received[0]).toMatchObject({
      path: '/bank/kyc-results',
      headers: { 'webhook-id': 'delivery-1' },
      body: delivery.body,
    })
  })

  test.each(['', '{"received":true}'])('is acknowledged by HTTP 200 with the body %j', async body => {
    const directory = await directoryThatSays(200, body)
    await expect(directory.deliverResult(delivery)).resolves.toBeUndefined()
  })

  test("is not acknowledged by a proxy's page", async () => {
    const directory = await directoryThatSays(200, '<html>Please log in</html>')
    await expect(directory.deliverResult(delivery)).rejects.toMatchObject({ name: 'Unavailable' })
  })

  test.each([307, 400, 409, 500])('is not acknowledged by HTTP %i', async status => {
    const directory = await directoryThatSays(status, '')
    await expect(directory.deliverResult(delivery)).rejects.toMatchObject({ name: 'Unavailable' })
  })
})

test('a request is signed like the example of Standard Webhooks', () => {
  const headers = signedWebhookHeaders({
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    sentOn: new Date(1_614_265_330_999),
    body: '{"test": 2432232314}',
  })
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})
