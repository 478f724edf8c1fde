import type { BiometricDeviceInfo } from '@ekyc/contract/shapes'
import { beforeEach, expect, test } from 'vitest'

import { collectingLog } from '../../../testing/collecting-log.ts'
import { manyPlaces } from '../../../testing/database/until-in-place.ts'
import { openOrder } from '../../../testing/do-kyc.ts'
import { idNamed } from '../../../testing/fixed/id-named.ts'
import { testCapture } from '../../../testing/outside/test-capture.ts'
import { agentPassword, serverOfFile } from '../../../testing/test-server.ts'
import type { FinishedSpan } from '../../tracing/trace.ts'

const mobile = '9700000001'
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentSpanId = '00f067aa0ba902b7'
const traceparent = `00-${traceId}-${parentSpanId}-01`

/** The capture that one test sends, and for which a later test searches the log. */
let capture: BiometricDeviceInfo
const ciphertext = () => server.encrypted(agentPassword, mobile)
const logged = collectingLog('debug')
const spans: FinishedSpan[] = []
const server = await serverOfFile(
  { policy: manyPlaces },
  { log: logged.log, spans: { put: span => spans.push(span) } },
)
await server.addAgent({ mobile, password: agentPassword })
let token = await server.signIn(mobile)
beforeEach(() => void spans.splice(0))

async function lineOf(call: string, requestId: string): Promise<Record<string, unknown>> {
  const line = () => logged.lines().find(one => one['call'] === call && one['requestId'] === requestId)
  await expect.poll(line, { message: `a line for ${call} ${requestId}` }).toBeDefined()
  return line() ?? {}
}

test('a call leaves one line: its name, status, outcome, milliseconds, and the ids by which it is found', async () => {
  await server.call(
    'getProfile',
    { username: mobile },
    { token, header: { requestId: idNamed('r-success'), traceId: '9000000001' } },
  )
  await server.call(
    'checkReference',
    { mobile, username: mobile, dbsRefCode: 'NOBODY' },
    { token, header: { requestId: idNamed('r-refusal') } },
  )
  await server.call('getProfile', { username: mobile }, { header: { requestId: idNamed('r-nobody') } })

  expect(await lineOf('getProfile', idNamed('r-success'))).toMatchObject({
    status: 200,
    outcome: 'success',
    method: 'POST',
    address: '127.0.0.1',
    headerTraceId: expect.stringMatching(/^hash:[0-9a-f]{16}$/),
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    ms: expect.any(Number),
  })
  expect(await lineOf('checkReference', idNamed('r-refusal'))).toMatchObject({
    status: 200,
    outcome: 'refusal',
  })
  expect(logged.lines().filter(line => line['requestId'] === idNamed('r-success'))).toHaveLength(1)
  expect(logged.lines().some(line => line['status'] === 401 && line['outcome'] === 'refusal')).toBe(true)
})

test('a well-formed traceparent is gone on with, in the log and in the audit trail; another one is not', async () => {
  const login = (headers: Record<string, string>, requestId: string) =>
    server.logIn(mobile, agentPassword, { headers, header: { requestId } })
  await server.call('checkUser', { username: mobile })
  await login({ traceparent }, idNamed('r-parent'))
  await login({ traceparent: `${traceparent}\tx` }, idNamed('r-broken'))

  expect(await lineOf('login', idNamed('r-parent'))).toMatchObject({ traceId })
  const broken = await lineOf('login', idNamed('r-broken'))
  expect(broken['traceId']).not.toBe(traceId)
  const rows = await server.auditRows()
  expect(rows.find(row => row.requestId === idNamed('r-parent'))?.traceId).toBe(traceId)
  expect(rows.find(row => row.requestId === idNamed('r-broken'))?.traceId).toBe(broken['traceId'])
})

test('what is logged on the way of a request carries its ids too: a broken answer of the authority', async () => {
  server.outside.answer = async () => ({ kind: 'broken', reason: 'cut' })
  capture = testCapture(server.clock.now(), mobile)
  const { orderId } = await openOrder(server, { mobile, token })
  const fields = { username: mobile, sessionId: 's', roid: mobile, orderId, biometricDeviceInfo: capture }
  const header = { requestId: idNamed('r-submit') }
  await server.call('submitOrder', fields, { token, headers: { traceparent }, header })

  expect(await lineOf('submitOrder', idNamed('r-submit'))).toMatchObject({ outcome: 'refusal' })
  expect(logged.lines().find(line => line['reason'] === 'cut')).toMatchObject({
    traceId,
    requestId: idNamed('r-submit'),
    level: 40,
  })
  // In a call's trace the authority's span is below the server's span, which is below the caller's.
  const callSpan = () => spans.find(({ name }) => name === 'submitOrder')
  await expect.poll(callSpan).toBeDefined()
  const call = callSpan()
  expect(call).toMatchObject({
    traceId,
    parentSpanId,
    kind: 'server',
    attributes: { 'ekyc.outcome': 'refusal' },
  })
  const below = spans.filter(span => span.parentSpanId === call?.spanId).map(({ name }) => name)
  expect(below).toContain('authority verify')
  expect(below).toContain('bank customer')
  expect(below).toContain('database transaction')
})

test('[rule 1] what a caller puts into the place of an id and is none is in log and audit trail as a hash', async () => {
  const number = '2345 6789 0124'
  const header = { requestId: number, traceId: `a customer's ${number}` }
  await server.checkAndLogIn(mobile, agentPassword, { header })
  const rows = await server.auditRows()
  const [row] = rows.slice(-1)
  expect(row).toMatchObject({
    action: 'session.open',
    requestId: expect.stringMatching(/^hash:[0-9a-f]{16}$/),
    traceId: expect.stringMatching(/^hash:[0-9a-f]{16}$/),
  })
  await expect.poll(() => logged.text()).toContain(row?.requestId)
  expect(logged.text()).not.toContain(number)
  expect(JSON.stringify(rows)).not.toContain(number)
})

test('[rule 1] nothing a caller sends begins a line of its own, and no body, token, password or capture is in the log', async () => {
  const forged = '\n{"level":60,"msg":"forged"}\r\n'
  await server.call(
    'checkUser',
    { username: `${mobile}${forged}` },
    { header: { requestId: `r-forged${forged}`, traceId: forged }, headers: { traceparent: 'x' } },
  )
  await server.app.inject({
    method: 'GET',
    url: '/no%0a%7B%22level%22:60%7D/9700000001/' + 'q'.repeat(43) + '?token=secret-in-query',
  })
  await expect.poll(() => logged.text()).toContain('/no%0a')

  expect(logged.lines().filter(line => line['msg'] === 'forged')).toEqual([])
  const secrets = [token, agentPassword, ciphertext(), capture.Hmac, capture.skey.value, capture.data.value]
  for (const secret of [...secrets, 'q'.repeat(43), 'secret-in-query', '9700000001/'])
    expect(logged.text()).not.toContain(secret)
})

test('a log-in for which there is no place leaves its line alone: in a storm there are thousands', async () => {
  const header = { requestId: idNamed('r-storm') }
  const many = Array.from({ length: 100 }, () => server.logIn('9700000009', agentPassword, { header }))
  const turnedAway = (await Promise.all(many)).filter(({ status }) => status === 429)

  expect(turnedAway.length).toBeGreaterThan(0)
  const lines = () =>
    logged.lines().filter(line => line['requestId'] === idNamed('r-storm') && line['status'] === 429)
  await expect.poll(() => lines()).toHaveLength(turnedAway.length)
  expect(logged.lines().filter(({ msg }) => msg === 'call failed')).toEqual([])
})

test('a caller that leaves before its answer is counted as one that left', async () => {
  const gone = new AbortController()
  let answer: (() => void) | undefined
  server.outside.bank.look = () => new Promise(resolve => (answer = () => resolve('allowed')))
  const address = await server.app.listen({ port: 0 })
  const checking = fetch(`${address}/api/v1/dbs/ekyc/refcode/check/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      header: { requestId: idNamed('r-gone') },
      device: {},
      mobile,
      username: mobile,
      dbsRefCode: 'DBS10002',
    }),
    signal: gone.signal,
  }).catch(() => 'gone')
  // Until it asks the bank, the server may not have read the body, which contains the request's id.
  await expect.poll(() => answer).toBeDefined()
  expect((await server.metrics.read()).text).toContain('ekyc_requests_in_flight 1')
  gone.abort()

  expect(await checking).toBe('gone')
  expect(await lineOf('checkReference', idNamed('r-gone'))).toMatchObject({ outcome: 'abandoned' })
  expect((await server.metrics.read()).text).toContain('ekyc_requests_in_flight 0')
  answer?.()
})
