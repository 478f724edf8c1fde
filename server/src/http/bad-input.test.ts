import { calls, type CallName } from '@ekyc/contract/calls'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { bodyOfCall, postCalls } from '../testing/body-of-call.ts'
import { refusal } from '../testing/refusal.ts'
import { runSql } from '../testing/run-sql.ts'
import { agentPassword, startTestServer, type TestServer } from '../testing/test-server.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 60_000 })

const runs = Number(process.env['FUZZ_RUNS'] ?? 300)

const mobile = '9700000001'
let server: TestServer
let token: string
let orderId = ''
let lastReference = 0
beforeAll(async () => {
  server = await startTestServer()
  await server.addAgent({ mobile, password: agentPassword })
})
beforeEach(async () => void (token = await freshToken()))
afterAll(() => server.close())

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

/** Renews the session every hour of the test clock, since an expired one would answer 401 to everything. */
async function freshToken(): Promise<string> {
  if (server.clock.now().getTime() < tokenUntil) return token
  tokenUntil = server.clock.now().getTime() + 3_600_000
  await runSql(server.open.runner, 'delete from login_attempts; delete from address_marks')
  return server.signIn(mobile)
}

const sendObject = (name: CallName, body: object) => send(name, JSON.stringify(body))

/** Returns a valid body of the call. A submit gets an open order, so that only the change under test can fail it. */
async function rightBody(name: CallName): Promise<Record<string, unknown>> {
  if (name === 'submitOrder') await haveOpenOrder()
  return { header: {}, device: {}, ...bodyOfCall(name, mobile, server.clock.now(), orderId) }
}

async function haveOpenOrder(): Promise<void> {
  const open = await runSql(
    server.open.runner,
    `select 1 from orders where status = 'INIT' and id::text = $1 and
     expires_on > $2`,
    [orderId, server.clock.now().toISOString()],
  )
  if (open.length > 0) return
  const reference = `FUZZ-${++lastReference}`
  server.outside.references.set(reference, 'allowed')
  const fields = { mobile, username: mobile, dbsRefCode: reference }
  const answer = await server.call('checkReference', fields, { token })
  orderId = answer['orderId'] as string
}

describe('[rule 14] no body makes a fault', () => {
  const oddStrings = fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\uD800',
    '\uDFFF\uD800',
    '९०००००००००',
    '９９９９９９９９９９',
    '9700000001\n',
    "' or 1=1 --",
    '"; drop table agents; --',
    '$1',
    '%',
    '\\',
    '\r\nSet-Cookie: a=b',
    '{{7*7}}',
    '${jndi:ldap://x}',
    '__proto__',
    '2026-02-30',
    '2026-13-01T00:00:00Z',
    '9'.repeat(400),
    '====',
    'QQ==\n',
    'AAAA'.repeat(5_000),
    '\u202E\uFEFF\u200B',
    '🙂'.repeat(33),
    // The text lengths at the limits of shapes and columns.
    ...[1, 8, 16, 24, 32, 40, 64, 128, 256, 512, 1024, 8192].flatMap(length => [
      'x'.repeat(length),
      'x'.repeat(length + 1),
      '9'.repeat(length),
    ]),
  )
  const oddYears = [-1, 0, 1, 99, 100, 1582, 1899, 1900, 1969, 1970, 2037, 2038, 4713, 9998, 9999, 10_000]
  const oddDays = oddYears
    .map(year => (year < 0 || year > 9999 ? String(year) : String(year).padStart(4, '0')))
    .concat('+010000', '-000001', '+275760', '-271821', '294276')
    .flatMap(year => [`${year}-01-01`, `${year}-12-31`, `${year}-02-29`])
  const oddDates = fc
    .tuple(
      fc.constantFrom(...oddDays),
      fc.constantFrom('', 'T00:00:00', 'T23:59:59', 'T24:00:00', 'T23:59:60', 'T23:59:59.999999999'),
      fc.constantFrom('', '', 'Z', '+00:00', '+05:30', '+14:00', '-12:00', '+23:59', '-23:59', '+99:99'),
    )
    .map(parts => parts.join(''))
  const edges = [15, 16, 31, 32, 53, 63, 64].flatMap(bits => [2 ** bits - 1, 2 ** bits, -(2 ** bits)])
  const oddNumbers = fc.constantFrom(0, -0, -1, 1.5, 1e6, 1e6 + 1, 1e308, 5e-324, 8.64e15 + 1, ...edges)
  const deep = fc.integer({ min: 1, max: 60 }).map(levels => {
    let value: unknown = 1
    for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value }
    return value
  })
  const anything = fc.oneof(
    oddStrings,
    oddDates,
    oddDates.map(date => Date.parse(date)),
    oddNumbers,
    deep,
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.jsonValue({ maxDepth: 4 }),
    fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'toString', 'length', ''), fc.jsonValue()),
  )
  const mutation = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant('replace' as const), at: fc.nat(), value: anything }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('add' as const), at: fc.nat(), value: anything }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('truncate' as const), at: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('flip' as const), at: fc.nat(), bit: fc.nat(7) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('double' as const), at: fc.nat(), value: anything }),
    },
  )

  test.each(postCalls)('%s', async name => {
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 4 }), async mutations => {
        token = await freshToken()
        const payload = mutated(await rightBody(name), mutations)
        const { status, response } = await send(name, payload)
        if (name === 'logout' && status === 200) tokenUntil = 0
        expect([200, 400, 403, 413, 429]).toContain(status)
        expect(typeof response.success).toBe('boolean')
        expect(response).not.toMatchObject({ code: 'fault' })
      }),
      { numRuns: runs },
    )
  })

  type Mutation = typeof mutation extends fc.Arbitrary<infer M> ? M : never

  function mutated(body: object, mutations: Mutation[]): Buffer {
    let bytes: Buffer | undefined
    for (const change of mutations) {
      if (change.kind === 'truncate' || change.kind === 'flip' || change.kind === 'double') {
        bytes ??= Buffer.from(JSON.stringify(body))
        bytes = changeBytes(bytes, change)
      } else changeTree(body, change)
    }
    return bytes ?? Buffer.from(JSON.stringify(body))
  }

  function changeBytes(
    bytes: Buffer,
    change: Extract<Mutation, { kind: 'truncate' | 'flip' | 'double' }>,
  ): Buffer {
    const at = change.at % (bytes.length || 1)
    if (change.kind === 'truncate') return bytes.subarray(0, at)
    if (change.kind === 'double')
      // The repeated key has the last value in JSON, and the server checks that one.
      return Buffer.concat([
        bytes.subarray(0, -1),
        Buffer.from(`,"username":${JSON.stringify(change.value)}}`),
      ])
    const flipped = Buffer.from(bytes)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << change.bit)
    return flipped
  }

  function changeTree(body: object, change: Extract<Mutation, { kind: 'replace' | 'remove' | 'add' }>): void {
    const places = placesIn(body)
    const place = places[change.at % places.length]
    if (!place) return
    if (change.kind === 'remove') delete place.object[place.key]
    else if (change.kind === 'replace') place.object[place.key] = change.value
    else place.object[`extra${change.at % 3}`] = change.value
  }

  function placesIn(value: unknown): { object: Record<string, unknown>; key: string }[] {
    if (typeof value !== 'object' || value === null) return []
    const object = value as Record<string, unknown>
    return Object.keys(object).flatMap(key => [{ object, key }, ...placesIn(object[key])])
  }
})

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

  test.each(['deviceid', 'devicever', 'refcode', 'reqid', 'serialno', 'tid'])(
    'submitOrder: biometricDeviceInfo.%s',
    async field => {
      const body = await rightBody('submitOrder')
      const info = body['biometricDeviceInfo'] as Record<string, string>
      info[field] = nul
      expect((await sendObject('submitOrder', body)).response.displayMsg).toBe(
        `The field 'biometricDeviceInfo.${field}' is not valid.`,
      )
    },
  )

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
    const stored = await runSql(server.open.runner, 'select consent from orders where id::text = $1', [
      orderId,
    ])
    expect(stored).toEqual([{ consent: { ...consent, textHash: expect.any(String) } }])
  })
})

describe('hand-picked', () => {
  test.each([
    ['a phone with a line feed', '9700000001\n'],
    ['a phone of full-width digits', '９７０００００００１'],
    ['a phone of Devanagari digits', '९७००००००००'],
    ['a number for a phone', 9_700_000_001],
    ['a list with a phone', ['9700000001']],
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
    ['from', '2026-1-1', 400],
    ['from', '2026-02-28T25:00:00Z', 400],
    ['to', 'yesterday', 400],
    ['from', '0000-00-00', 400],
    ['from', '+275760-09-13T00:00:00Z', 400],
    ['to', '2024-02-29', 200],
    // Clients write the open ends of a list like this.
    ['to', '9999-12-31', 200],
    ['from', '9999-12-31', 200],
    ['from', '0000-01-01', 200],
    ['to', '0000-01-01', 200],
    ['from', '0001-01-01T00:00:00', 200],
    ['from', '0001-01-01T00:00:00Z', 200],
    ['to', '9999-12-31T23:59:59.999Z', 200],
    ['to', '9999-12-31T23:59:59', 200],
    ['to', '9999-12-31T23:59:59-14:00', 200],
    ['from', '1899-12-31T00:00:00Z', 200],
    ['from', '', 200],
    ['from', null, 200],
  ])('a list %s %s is %i', async (field, value, status) => {
    const body = { header: {}, device: {}, username: mobile, pageNo: 1, [field]: value }
    expect((await sendObject('listOrders', body)).status).toBe(status)
  })

  test('a list of everything from the first day to the last has what a list without bounds has', async () => {
    await haveOpenOrder()
    const info = bodyOfCall('submitOrder', mobile, server.clock.now(), orderId)
    expect((await sendObject('submitOrder', { header: {}, device: {}, ...info })).status).toBe(200)
    const body = { header: {}, device: {}, username: mobile, pageNo: 1 }
    const all = await sendObject('listOrders', body)
    expect(all).toMatchObject({ totalItems: expect.any(Number) })
    for (const [from, to] of [
      ['0000-01-01', '9999-12-31'],
      ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'],
    ])
      expect(await sendObject('listOrders', { ...body, from, to })).toEqual(all)
  })

  test.each([
    [1, 200],
    [1_000_000, 200],
    [0, 400],
    [-1, 400],
    [1.5, 400],
    [1_000_001, 400],
    ['1', 400],
    [null, 400],
    [1e308, 400],
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
    ['__proto__ further down', '{"header":{"__proto__":{"a":1}},"device":{},"username":"9700000001"}'],
    ['half a million levels', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    ['a comment', '{"header":{},/* */"device":{},"username":"9700000001"}'],
    ['NaN', '{"header":{},"device":{},"username":NaN}'],
    ['two objects', '{}{}'],
    ['a raw control character', '{"header":{},"device":{},"username":"\u0001"}'],
  ])('a body with %s is 400', async (_what, body) => {
    expect((await send('checkUser', body)).status).toBe(400)
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  test('bytes that are no UTF-8, and UTF-16, are no JSON of ours', async () => {
    const latin = Buffer.from('{"header":{},"device":{},"username":"\xff"}', 'latin1')
    const wide = Buffer.from('{"header":{},"device":{},"username":"9700000001"}', 'utf16le')
    for (const body of [latin, wide]) expect((await send('checkUser', body)).status).toBe(400)
  })

  test.each([
    ["x' or '1'='1"],
    ["'; drop table orders; --"],
    ['%'],
    ['DBS1\u202E0001'],
    ['<script>alert(1)</script>'],
    ['\\x00'],
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
    ['%F0%9F%99%82', 403],
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
    'application/jsonp',
    'json',
  ])('a body of type %s is 415', async type => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v1/dbs/user/check',
      ...(type !== undefined && { headers: { 'content-type': type } }),
      payload: Buffer.from('{"header":{},"device":{},"username":"9700000001"}'),
    })
    expect(answer.statusCode).toBe(415)
  })

  test.each([
    ['a short token', 'Bearer abc'],
    ['a token with a blank', 'Bearer aaaaaaaaaaaaaaaaaaaaaaaa bbbb'],
    ['a token of 10 kB', `Bearer ${'a'.repeat(10_000)}`],
    ['Basic', 'Basic OTcwMDAwMDAwMTp4'],
    ['nothing after Bearer', 'Bearer '],
    ['SQL', "Bearer ' or 1=1 --"],
  ])('%s is 401', async (_what, authorization) => {
    const body = await rightBody('getProfile')
    expect((await send('getProfile', JSON.stringify(body), { authorization })).status).toBe(401)
  })
})
