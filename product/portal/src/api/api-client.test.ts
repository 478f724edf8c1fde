import { expect, test } from 'vitest'

import { httpError } from '../testing/fake-network.ts'
import { asha } from '../testing/usual-answers.ts'
import { eachTestsNetwork, signedInAgent } from '../testing/portal.tsx'
import { call } from './api-client.ts'
import { CallFailed, Refused, Unauthenticated } from '@ekyc/ui/browser/call-errors.ts'

const network = eachTestsNetwork()

const posts = [
  { msgType: 'CHECK_USER', make: () => call('checkUser', { username: asha.mobile }) },
  { msgType: 'RESET_PASSWORD', make: () => call('resetPassword', { username: asha.mobile }) },
  { msgType: 'LOGIN', make: () => call('login', { username: asha.mobile, password: 'x', otpDetails: null }) },
  { msgType: 'PROFILE', make: () => call('getProfile', { username: asha.mobile }) },
  { msgType: 'PROFILE', make: () => call('getStatistics', { id: asha.mobile, timeframe: '12M' }) },
  { msgType: 'ORDER_HISTORY', make: () => call('listOrders', { username: asha.mobile, pageNo: 1 }) },
]

test.each(posts)(
  '[API-1] the header of each POST tells where it comes from and what it is: $msgType',
  async post => {
    signedInAgent()
    await post.make()
    const { header } = network.requests.at(-1)?.body ?? {}
    expect(header).toEqual({
      msgType: post.msgType,
      src: 'WEB',
      dst: 'ENT',
      channel: 'WEB',
      requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
      datetime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      sessionId: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  },
)

test('[API-1] two calls share the session id and nothing else', async () => {
  await call('checkUser', { username: asha.mobile })
  await call('checkUser', { username: asha.mobile })
  const [first, second] = network.requestsOf('checkUser').map(request => request.body.header)
  expect(first?.['sessionId']).toBe(second?.['sessionId'])
  expect(first?.['requestId']).not.toBe(second?.['requestId'])
  expect(first?.['traceId']).not.toBe(second?.['traceId'])
})

test('[API-3] a signed-in call carries role, client-id and bearer', async () => {
  signedInAgent()
  await call('getProfile', { username: asha.mobile })
  const headers = network.requestsOf('getProfile')[0]?.headers
  expect(headers?.get('role')).toBe('ROLE_RETAILER')
  expect(headers?.get('client-id')).toBe(asha.mobile)
  expect(headers?.get('authorization')).toBe('Bearer token-1')
})

test('[API-3] [API-5] public calls and a reset for a forgotten password carry neither role, client-id nor bearer', async () => {
  signedInAgent()
  await call('checkUser', { username: asha.mobile })
  await call('resetPassword', { username: asha.mobile }, { withoutAuth: true })
  for (const { headers } of network.requests) {
    expect([headers.get('role'), headers.get('client-id'), headers.get('authorization')]).toEqual([
      null,
      null,
      null,
    ])
  }
})

test('[API-9] the role is part of the path of a GET without a body', async () => {
  signedInAgent()
  const { privileges } = await call('getRole', { roleId: 'DBS AGENT/1' })
  expect(network.requestsOf('getRole')[0]).toMatchObject({
    url: '/api/v1/dbs/access/role/id/DBS%20AGENT%2F1',
    body: {},
  })
  expect(privileges).toContain('DO_EKYC_APP')
})

test.each([
  [400, Refused, {}],
  [403, Refused, {}],
  [413, Refused, {}],
  [429, CallFailed, { kind: 'throttled', retryAfterSeconds: 30 }],
  [500, CallFailed, { kind: 'fault' }],
  [503, CallFailed, { kind: 'unavailable', retryAfterSeconds: 30 }],
  [504, CallFailed, { kind: 'timeout', status: 504 }],
])('HTTP %i has its own error', async (status, kind, facts) => {
  network.answer('checkUser', httpError(status, 'why', { 'retry-after': '30' }))
  const error = await call('checkUser', { username: asha.mobile }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(kind)
  expect(error).toMatchObject({ displayMsg: 'why', ...facts })
})

test('an answer without an envelope is a fault, not a success', async () => {
  network.answer('checkUser', () => new Response('<html>', { status: 200 }))
  await expect(call('checkUser', { username: asha.mobile })).rejects.toMatchObject({ kind: 'fault' })
  network.answer('checkUser', () => Response.json({ otpRequired: false }))
  await expect(call('checkUser', { username: asha.mobile })).rejects.toMatchObject({ kind: 'fault' })
})

test('[SES-2] without a token no call is sent that needs one', async () => {
  await expect(call('getProfile', { username: asha.mobile })).rejects.toBeInstanceOf(Unauthenticated)
  expect(network.requests).toEqual([])
})
