import { afterAll, beforeAll, expect, test } from 'vitest'

import { doKyc } from '../testing/do-kyc.ts'
import { notMatched, verified } from '../testing/fake-outside.ts'
import { operatorAt } from '../testing/operator-at.ts'
import { runSql } from '../testing/run-sql.ts'
import { agentPassword, startTestServer, type TestServer } from '../testing/test-server.ts'

const synthetic = '9770000001'
const person = '9770000002'
const testReference = 'PROBE-1'

let server: TestServer
const ids: Record<string, string> = {}
beforeAll(async () => {
  server = await startTestServer({ probeReference: testReference })
  server.outside.references.set(testReference, 'allowed')
  ids[synthetic] = await server.addAgent({ mobile: synthetic, password: agentPassword, isSynthetic: true })
  ids[person] = await server.addAgent({ mobile: person, password: agentPassword })
  // The KYC of a person gives the tests figures that are not zero.
  const token = await server.signIn(person)
  await doKyc(server, { mobile: person, token, reference: 'DBS10001' })
  await server.outbox.deliverDue()
})
afterAll(() => server.close())

const admin = (words: string) => operatorAt({ databaseUrl: server.databaseUrl, now: server.clock.now })(words)

async function figures() {
  await server.outages.share()
  const { text } = await server.metrics.read()
  return {
    stats: JSON.parse((await admin('stats --json')).out) as unknown,
    exported: (await admin('agents export')).out,
    metrics: text
      .split('\n')
      .filter(line => /^ekyc_(?:calls_total|call_duration|bank|authority|sms|outbox)/.test(line)),
    serviceMinutes: await runSql(
      server.open.runner,
      'select service, answered, failed from service_minutes order by 1, 2, 3',
    ),
    results: server.outside.results.length,
    inbox: server.outside.inbox.length,
  }
}

const kyc = async (mobile: string, reference = testReference) =>
  doKyc(server, { mobile, token: await server.signIn(mobile), reference })

test('no figure counts what a synthetic agent does, and its results go nowhere', async () => {
  const before = await figures()
  for (const verdict of [verified, notMatched, { kind: 'timed-out' } as const]) {
    server.outside.answer = async () => verdict
    const { response } = await kyc(synthetic)
    expect(response.success).toBe(verdict.kind === 'verified')
    await server.outbox.deliverDue()
  }
  const wrong = await server.call('login', {
    username: synthetic,
    password: 'AAAAAAAAAAAAAAAAAAAAAA==',
    otpDetails: null,
  })
  expect(wrong.response.success).toBe(false)
  server.outside.bankIsAway = true
  const token = await server.signIn(synthetic)
  const asked = { mobile: synthetic, username: synthetic, dbsRefCode: testReference }
  expect((await server.call('checkReference', asked, { token })).status).toBe(503)
  server.outside.bankIsAway = false
  // The order that this check opens is not submitted and stays open.
  expect((await server.call('checkReference', asked, { token })).response.success).toBe(true)
  await server.outbox.deliverDue()
  server.outside.answer = async () => verified

  expect(await figures()).toEqual(before)
  const { text } = await server.metrics.read()
  expect(text).toContain('ekyc_synthetic_calls_total{call="submitOrder",status="200",outcome="success"} 1')
  expect(text).toContain('ekyc_synthetic_calls_total{call="checkReference",status="503",outcome="fault"} 1')
  expect(text).toMatch(/ekyc_synthetic_calls_total\{call="login",status="200",outcome="refusal"\} 1/)

  await kyc(person, 'DBS10002')
  const after = await figures()
  expect(after.stats).not.toEqual(before.stats)
  expect(after.metrics).not.toEqual(before.metrics)
})

test('each audit row of a synthetic agent says so, and its erasure finds them', async () => {
  server.outside.answer = async () => verified
  await kyc(synthetic)
  const rows = await runSql<{ action: string; actor_kind: string; actor: string }>(
    server.open.runner,
    `select distinct action, actor_kind, actor from audit_events
     where agent_id = '${ids[synthetic]}' and action ~ '^(session|order)' order by 1, 2`,
  )
  const by = (action: string) => ({ action, actor_kind: 'synthetic', actor: synthetic })
  expect(rows).toEqual([
    by('order.open'),
    { action: 'order.settle', actor_kind: 'system', actor: 'server, for a synthetic agent' },
    by('order.submit'),
    by('session.open'),
  ])
})

test('a synthetic agent checks the test reference alone, as often as it likes', async () => {
  server.outside.references.set('DBS10003', 'allowed')
  const check = async (reference: string) =>
    server.call(
      'checkReference',
      { mobile: synthetic, username: synthetic, dbsRefCode: reference },
      { token: await server.signIn(synthetic) },
    )
  expect((await check('DBS10003')).response.code).toBe('reference_unknown')
  for (let run = 0; run < 4; run += 1) {
    server.outside.answer = async () => (run % 2 === 0 ? verified : notMatched)
    await kyc(synthetic)
  }
  expect((await check(testReference)).response.success).toBe(true)
})

test('the admin adds a synthetic agent, and sees which agents are synthetic', async () => {
  const before = JSON.parse((await admin('stats --json')).out) as { agents: object }
  expect((await admin('agents add 9770000003 --name Probe --synthetic')).code).toBe(0)
  expect((await admin('agents list --search Probe')).out).toMatch(/9770000003 .*synthetic/)
  expect((await admin(`agents show ${person}`)).out).not.toContain('synthetic')
  expect((await admin('agents export')).out).not.toContain('9770000003')
  expect(JSON.parse((await admin('stats --json')).out)).toEqual(before)
  expect((await admin(`agents disable ${synthetic} --yes`)).code).toBe(0)
  server.clock.advance(10 * 60_000)
  expect((await admin(`agents erase ${synthetic} --yes`)).code).toBe(0)
  const left = await runSql(
    server.open.runner,
    `select 1 from audit_events where agent_id = '${ids[synthetic]}' and (actor = '${synthetic}' or subject ~ '${synthetic}')`,
  )
  expect(left).toEqual([])
})
