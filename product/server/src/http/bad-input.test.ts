import { calls, type CallName } from '@ekyc/contract/calls'
import { beforeEach, describe, expect, test } from 'vitest'

import { openOrder } from '../../testing/do-kyc.ts'
import { refusal } from '../../testing/refusal.ts'
import { sampleFields } from '../../testing/sample-fields.ts'
import { agentPassword, serverOfFile } from '../../testing/test-server.ts'

const mobile = '9700000001'
let token: string
let orderId = ''
const server = await serverOfFile()
await server.addAgent({ mobile, password: agentPassword })
beforeEach(async () => void (token = await freshToken()))

let tokenUntil = 0

type Answer = { status: number; response: { success: boolean; displayMsg: string } }

let lastAddress = 0
/** Sends each call from a new address, some seconds after the last one, so that no throttle hides another refusal. */
async function send(
  name: CallName,
  payload: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  server.clock.advance(7_000)
  lastAddress += 1
  const answer = await server.app.inject({
    method: 'POST',
    url: calls[name].path,
    remoteAddress: `10.${(lastAddress >> 16) & 255}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    payload,
  })
  return { ...answer.json<Answer>(), status: answer.statusCode }
}

/** Renews the session every hour of the test clock, since every call of an expired session would get 401. */
async function freshToken(): Promise<string> {
  if (server.clock.now().getTime() < tokenUntil) return token
  tokenUntil = server.clock.now().getTime() + 3_600_000
  await server.sql('delete from login_attempts; delete from address_marks')
  return server.signIn(mobile)
}

const sendObject = (name: CallName, body: object) => send(name, JSON.stringify(body))

/** A submit gets an open order, so that only the change under test can fail it. */
async function rightBody(name: CallName): Promise<Record<string, unknown>> {
  if (name === 'submitOrder') await haveOpenOrder()
  return { header: {}, device: {}, ...sampleFields(name, mobile, server.clock.now(), orderId) }
}

async function haveOpenOrder(): Promise<void> {
  const open = await server.sql(
    `select 1 from orders where status = 'INIT' and id::text = $1 and
     expires_on > $2`,
    [orderId, server.clock.now().toISOString()],
  )
  if (open.length > 0) return
  orderId = (await openOrder(server, { mobile, token })).orderId
}

describe('U+0000, which PostgreSQL takes in no text, is refused by the name of its field', () => {
  const nul = 'a\u0000b'
  test.each([
    ['checkReference', 'dbsRefCode', { dbsRefCode: nul }],
    ['setPassword', 'otpDetails.otpRefId', { otpDetails: { otpRefId: nul, otp: '123456' } }],
    ['submitOrder', 'orderId', { orderId: nul }],
    ['submitOrder', 'sessionId', { sessionId: nul }],
    ['submitOrder', 'consent.version', { consent: { version: nul, language: 'en', givenOn: 'now' } }],
    ['submitOrder', 'consent.language', { consent: { version: '1', language: nul, givenOn: 'now' } }],
    ['submitOrder', 'consent.givenOn', { consent: { version: '1', language: 'en', givenOn: nul } }],
  ] as const)('%s: %s', async (name, field, change) => {
    const { status, response } = await sendObject(name, { ...(await rightBody(name)), ...change })
    expect([status, response.displayMsg]).toEqual([400, `The field '${field}' is not valid.`])
  })

  test.each(['udc', 'rdsId', 'rdsVer', 'dpId', 'dc', 'mi'])('submitOrder: meta.%s', async field => {
    const body = await rightBody('submitOrder')
    const info = body['biometricDeviceInfo'] as { meta: Record<string, string> }
    info.meta[field] = nul
    expect((await sendObject('submitOrder', body)).response.displayMsg).toBe(
      `The field 'biometricDeviceInfo.meta.${field}' is not valid.`,
    )
  })

  test('in what is only recorded it is left out, and nobody is refused for it', async () => {
    const header = { requestId: nul, traceId: '\uD800', datetime: nul, msgType: nul, sessionId: nul }
    const body = { header, device: { ip: nul, type: nul, location: nul }, username: mobile }
    expect((await sendObject('checkUser', body)).status).toBe(200)
    const unknown = { ...(await rightBody('checkReference')), extra: nul, dbsRefCode: 'DBS10001' }
    expect((await sendObject('checkReference', unknown)).status).toBe(200)
  })

  test('unknown fields of a consent are not stored', async () => {
    const body = await rightBody('submitOrder')
    const consent = { version: '2', language: 'en', givenOn: server.clock.now().toISOString() }
    const answer = await sendObject('submitOrder', { ...body, consent: { ...consent, extra: nul } })
    expect(answer.response.success).toBe(true)
    const stored = await server.sql('select consent from orders where id::text = $1', [orderId])
    expect(stored).toEqual([{ consent: { ...consent, textHash: expect.any(String) } }])
  })
})

describe('hand-picked', () => {
  test.each([
    ['a phone with a line feed', '9700000001\n'],
    ['a phone of Devanagari digits', '९७००००००००'],
    ['a number for a phone', 9_700_000_001],
    ['an object for a phone', { $ne: null }],
    ['eleven digits', '97000000011'],
    ['a plus', '+970000000'],
    ['SQL', "' or '1'='1"],
  ])('%s is no username', async (_what, username) => {
    const { status, response } = await sendObject('checkUser', { header: {}, device: {}, username })
    expect([status, response.displayMsg]).toEqual([400, "The field 'username' is not valid."])
  })

  test('of a field that comes twice the last one counts, for the check and for the deed', async () => {
    const twice = (first: string, second: string) =>
      send('getProfile', `{"header":{},"device":{},"username":"${first}","username":"${second}"}`)
    expect((await twice('9700000002', mobile)).status).toBe(200)
    expect((await twice(mobile, '9700000002')).status).toBe(403)
  })

  test.each([
    ['from', '2026-02-30', 400],
    ['to', '2026-13-01', 400],
    ['from', '2026-02-28T25:00:00Z', 400],
    ['to', 'yesterday', 400],
    ['from', '+275760-09-13T00:00:00Z', 400],
    ['to', '2024-02-29', 200],
    // Clients send such dates for a list without a start or without an end.
    ['to', '9999-12-31', 200],
    ['from', '0000-01-01', 200],
    ['from', '0001-01-01T00:00:00Z', 200],
    ['to', '9999-12-31T23:59:59.999Z', 200],
    ['to', '9999-12-31T23:59:59-14:00', 200],
    ['from', '1899-12-31T00:00:00Z', 200],
    ['from', '', 200],
    ['from', null, 200],
  ])('a list %s %s is %i', async (field, value, status) => {
    const body = { header: {}, device: {}, username: mobile, pageNo: 1, [field]: value }
    const answer = await sendObject('listOrders', body)
    expect([answer.status, answer.response.displayMsg]).toEqual([
      status,
      status === 200 ? 'Success' : `The field '${field}' is not valid.`,
    ])
  })

  test.each([
    [1, 200],
    [1_000_000, 200],
    [0, 400],
    [-1, 400],
    [1_000_001, 400],
    ['1', 400],
    [null, 400],
  ])('page %s is %i', async (pageNo, status) => {
    const body = { header: {}, device: {}, username: mobile, pageNo }
    expect((await sendObject('listOrders', body)).status).toBe(status)
  })

  test.each([
    ['__proto__', '{"header":{},"device":{},"username":"9700000001","__proto__":{"isAdmin":true}}'],
    [
      'constructor.prototype',
      '{"header":{},"device":{},"username":"9700000001","constructor":{"prototype":{"isAdmin":true}}}',
    ],
    ['half a million levels', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    ['a comment', '{"header":{},/* */"device":{},"username":"9700000001"}'],
    ['NaN', '{"header":{},"device":{},"username":NaN}'],
    ['two objects', '{}{}'],
    ['a raw control character', '{"header":{},"device":{},"username":"\u0001"}'],
  ])('a body with %s is 400', async (_what, body) => {
    expect((await send('checkUser', body)).status).toBe(400)
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  test.each([
    ['33 levels', { a: JSON.parse(`${'['.repeat(32)}${']'.repeat(32)}`) as unknown }],
    ['1,001 keys', Object.fromEntries(Array.from({ length: 1_001 }, (_none, key) => [key, 1]))],
  ])('a body with %s is told the limits', async (_what, body) => {
    const answer = await sendObject('checkUser', body)
    expect([answer.status, answer.response]).toEqual([
      400,
      { success: false, code: 'call_invalid', displayMsg: 'The body has more than 32 levels or 1000 keys.' },
    ])
  })

  test('bytes that are no UTF-8, and UTF-16, are no JSON of ours', async () => {
    const latin = Buffer.from('{"header":{},"device":{},"username":"\xff"}', 'latin1')
    const wide = Buffer.from('{"header":{},"device":{},"username":"9700000001"}', 'utf16le')
    for (const body of [latin, wide]) expect((await send('checkUser', body)).status).toBe(400)
  })

  test.each([
    ["x' or '1'='1"],
    ["'; drop table orders; --"],
    ['DBS1\u202E0001'],
    ['<script>alert(1)</script>'],
  ])('a reference of %s is looked up as it is, and unknown', async reference => {
    const answer = await sendObject('checkReference', {
      header: {},
      device: {},
      mobile,
      username: mobile,
      dbsRefCode: reference,
    })
    expect(answer).toMatchObject({ status: 200, response: refusal('reference_unknown') })
  })

  test.each([
    ['DBS%5FAGENT', 200],
    ['DBS_AGENT%00', 400],
    ['%2e%2e%2fprofile', 403],
    ['DBS_AGENT%0d%0aX-Evil:1', 400],
    ['%ff', 400],
    ['x'.repeat(65), 414],
    ["DBS_AGENT'--", 403],
  ])('the role %s in a path is %i', async (role, status) => {
    const answer = await server.app.inject({
      url: `/api/v1/dbs/access/role/id/${role}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['x-evil']).toBeUndefined()
    expect(answer.json<Answer>().response.success).toBe(status === 200)
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'GET', 'HEAD', 'OPTIONS'] as const)(
    '%s of a call is refused, and no foreign page is allowed in',
    async method => {
      const answer = await server.app.inject({
        method,
        url: '/api/v1/dbs/user/check',
        headers: { origin: 'https://evil.example' },
      })
      expect([404, 405]).toContain(answer.statusCode)
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    },
  )

  test.each([
    undefined,
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
  ])('a body of type %s is 415', async type => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v1/dbs/user/check',
      ...(type !== undefined && { headers: { 'content-type': type } }),
      payload: Buffer.from('{"header":{},"device":{},"username":"9700000001"}'),
    })
    expect(answer.statusCode).toBe(415)
  })
})
