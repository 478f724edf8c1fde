import { startedDevice } from '@ekyc/rd-simulator/testing/started-device'
import { expect, test } from 'vitest'

import { captureRoute } from './capture-route.ts'

const { device } = await startedDevice()
const route = captureRoute(device)

async function captured(query: Record<string, string> = {}) {
  const answer = await route.handle({
    params: {},
    query: new URLSearchParams(query),
    headers: {},
    body: Buffer.alloc(0),
    hungUp: new AbortController().signal,
  })
  if (answer.kind !== 'whole') throw new Error('the answer is cut')
  return { status: answer.status, body: JSON.parse(String(answer.body)) as Record<string, unknown> }
}

test('GET /device/capture tells a capture as an order takes it, for the reference and the phone asked for', async () => {
  const { status, body } = await captured({ refcode: 'DBS10042', roid: '9000000005' })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    refcode: 'DBS10042',
    roid: '9000000005',
    tid: 'registered',
    skey: { ci: expect.stringMatching(/^\d{8}$/) },
    meta: { mc: expect.stringMatching(/^MII/), mi: expect.any(String) },
    serialno: expect.stringMatching(/./),
    ts: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
    data: { type: 'X' },
  })
  const bytes = ({ value }: { value: string }) => Buffer.from(value, 'base64').length
  expect(bytes(body['skey'] as { value: string })).toBe(256)
  expect(bytes({ value: String(body['Hmac']) })).toBe(48)
})

test('each capture is another one, and a device that refuses says why', async () => {
  expect((await captured()).body['Hmac']).not.toBe((await captured()).body['Hmac'])
  await device.control.put({ scenario: 'error', errCode: '730' })
  const refused = await captured()
  await device.control.reset()
  expect([refused.status, refused.body['error']]).toEqual([409, expect.stringContaining('(730)')])
})
