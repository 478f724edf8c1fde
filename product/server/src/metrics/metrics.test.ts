import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { doKyc, openOrder } from '../../testing/do-kyc.ts'
import { testDay } from '../../testing/fixed/test-day.ts'
import { notMatched } from '../../testing/outside/fake-outside.ts'
import { serverOfFile, startTestServer } from '../../testing/test-server.ts'
import { newId } from '../domain/ids.ts'
import { serveMetrics } from './metrics-page.ts'
import { createMetrics } from './metrics.ts'

const server = await serverOfFile()
const { mobile, token } = await server.signedInAgent()

async function valueOf(line: string): Promise<number> {
  const { text } = await server.metrics.read()
  return Number(
    text
      .split('\n')
      .find(one => one.startsWith(`${line} `))
      ?.slice(line.length + 1) ?? NaN,
  )
}

test('calls are counted and timed by name and outcome', async () => {
  await server.call('getProfile', { username: mobile }, { token })
  await server.call('checkReference', { mobile, username: mobile, dbsRefCode: 'NOBODY' }, { token })
  await server.call('getProfile', { username: mobile })

  expect(await valueOf('ekyc_calls_total{call="getProfile",status="200",outcome="success"}')).toBe(1)
  expect(await valueOf('ekyc_calls_total{call="getProfile",status="401",outcome="refusal"}')).toBe(1)
  expect(await valueOf('ekyc_calls_total{call="checkReference",status="200",outcome="refusal"}')).toBe(1)
  expect(await valueOf('ekyc_call_duration_seconds_count{call="getProfile",outcome="success"}')).toBe(1)
  expect(await valueOf('ekyc_requests_in_flight')).toBe(0)
})

test('answers of authority, bank and SMS are timed by kind', async () => {
  server.outside.answer = async () => notMatched
  await doKyc(server, { mobile, token })
  server.outside.bankIsAway = true
  await openOrder(server, { mobile, token })
  server.outside.bankIsAway = false

  expect(await valueOf('ekyc_authority_duration_seconds_count{verdict="refused"}')).toBe(1)
  expect(await valueOf('ekyc_bank_duration_seconds_count{operation="customer",outcome="answered"}')).toBe(1)
  expect(await valueOf('ekyc_bank_duration_seconds_count{operation="look",outcome="unavailable"}')).toBe(1)
})

test('units of devices are counted by the end of their certificate, by the job that shares them', async () => {
  const at = server.clock.now()
  const later = (days: number) => new Date(at.getTime() + days * 86_400_000)
  const seen = { model: 'M', maker: 'D', service: 'R', driver: '1', agentId: newId(at), firstSeenOn: at }
  await server.insertRows(
    'device_units',
    [
      { certificateEndsOn: later(-1), lastSeenOn: at },
      { certificateEndsOn: later(6), lastSeenOn: at },
      { certificateEndsOn: later(6), lastSeenOn: later(-31) },
    ].map((one, index) => ({ ...seen, ...one, unit: Buffer.alloc(16, index + 1) })),
  )
  server.jobs.devices.start()
  server.jobs.devices.runSoon()
  await expect.poll(() => valueOf('ekyc_device_units{certificate="ending"}')).toBe(1)
  expect(await valueOf('ekyc_device_units{certificate="ended"}')).toBe(1)
})

test('the outbox shows how many messages wait, for how long, and how many were abandoned', async () => {
  await server.deliverDue()
  server.outside.smsIsAway = true
  await server.call('resetPassword', { username: mobile })
  server.clock.advance(60_000)
  await server.call('resetPassword', { username: mobile })
  await server.deliverDue()
  server.clock.advance(30_000)
  expect(await valueOf('ekyc_outbox_waiting{kind="sms"}')).toBe(2)
  expect(await valueOf('ekyc_outbox_oldest_age_seconds{kind="sms"}')).toBe(90)
  expect(await valueOf('ekyc_outbox_waiting{kind="kyc-result"}')).toBe(0)

  server.clock.advance(10 * 60_000)
  await server.deliverDue()
  server.outside.smsIsAway = false
  expect(await valueOf('ekyc_outbox_waiting{kind="sms"}')).toBe(0)
  expect(await valueOf('ekyc_outbox_dead_total')).toBe(2)
  expect(await valueOf('ekyc_sms_duration_seconds_count{outcome="unavailable"}')).toBe(2)
})

test('what alerts count is 0 from the start, since Prometheus sees no increase in a series that begins at 1', async () => {
  const fresh = createMetrics()
  const { text } = await fresh.read()
  for (const event of ['over-budget', 'withheld', 'wrong', 'spent', 'throttled'])
    expect(text).toContain(`ekyc_one_time_passwords_total{event="${event}"} 0`)
  for (const verdict of ['verified', 'refused', 'timed-out', 'broken'])
    expect(text).toContain(`ekyc_authority_duration_seconds_count{verdict="${verdict}"} 0`)
})

test('an act without its second person is told for a day', async () => {
  expect(await valueOf('ekyc_emergencies')).toBe(0)
  await server.sql(`insert into emergencies (act, actor, reason, happened_on)
     select 'role.grant', 'priya', 'The desk is cut off', now() - age * interval '1 hour' from unnest(array[23, 25]) as age`)
  expect(await valueOf('ekyc_emergencies')).toBe(1)
})

test('what the database does not answer is not told as it was', async () => {
  for (const [table, gauge] of [
    ['emergencies', 'ekyc_emergencies'],
    ['fraud_alerts', 'ekyc_fraud_alerts_open'],
  ] as const) {
    expect(await valueOf(gauge)).toBeGreaterThanOrEqual(0)
    await server.sql(`alter table ${table} rename to away`)
    expect(await valueOf(gauge)).toBeNaN()
    await server.sql(`alter table away rename to ${table}`)
    expect(await valueOf(gauge)).toBeGreaterThanOrEqual(0)
  }
})

test('audit rows that no server wrote are shown until they are gone', async () => {
  const sealedOn = () => valueOf('ekyc_audit_sealed_timestamp_seconds')
  expect(await sealedOn()).toBe(0)
  server.jobs.sealing.start()
  const refusedRows = () => valueOf('ekyc_audit_rows_refused')
  await server.sql(`insert into audit_events (id, happened_on, actor_kind, actor, action, subject, outcome)
     select gen_random_uuid(), '2027-03-01', 'admin', 'x', 'x.y', 'x', 'x' from generate_series(1, 2)`)
  await expect.poll(refusedRows).toBe(2)
  expect(await sealedOn()).toBe(testDay.getTime() / 1000)
  await server.sql(
    `alter table audit_events disable trigger all; delete from audit_events where action = 'x.y'`,
  )
  await expect.poll(refusedRows).toBe(0)
  await server.jobs.sealing.stop()
})

test('the queries of the runbook fit the database', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/runbook.md'), 'utf8')
  const queries = [...page.matchAll(/psql .* -c "(.*)"$/gm)].map(([, query = '']) => query)
  expect(queries.length).toBeGreaterThan(4)
  for (const query of queries) await server.sql(query)
})

test('no label and no help names an agent, a reference or a number', async () => {
  const { text } = await server.metrics.read()
  for (const never of [mobile, 'DBS1', 'NOBODY', token]) expect(text).not.toContain(never)
})

test('[decisions 1] /metrics answers callers on this machine only, and not through a proxy', async () => {
  const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
    server.app.inject({ url: '/metrics', remoteAddress, headers })

  expect((await ask('127.0.0.1')).body).toContain('ekyc_calls_total')
  expect((await ask('::1')).statusCode).toBe(200)
  const strangers = [
    await ask('203.0.113.7'),
    await ask('10.0.0.3'),
    await ask('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }),
    await ask('203.0.113.7', { 'x-forwarded-for': '127.0.0.1' }),
    await ask('127.0.0.1', { forwarded: 'for=203.0.113.7' }),
  ]
  for (const { statusCode, body } of strangers) {
    expect(statusCode).toBe(404)
    expect(body).toContain('"success":false')
  }
})

test('a separate metrics port serves nothing else', async () => {
  const metricsServer = await serveMetrics(server.metrics, { host: '127.0.0.1', port: 0 })
  const at = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${metricsServer.port}${path}`, { method })
  expect(await (await at('/metrics')).text()).toContain('ekyc_calls_total')
  expect((await at('/health/live')).status).toBe(404)
  expect((await at('/metrics', 'POST')).status).toBe(404)
  await metricsServer.close()

  const withOwnPort = await startTestServer({ databaseUrl: server.databaseUrl, metricsPort: 9 })
  expect((await withOwnPort.app.inject('/metrics')).statusCode).toBe(404)
  await withOwnPort.close()
})
