import { join } from 'node:path'

import { ConsentRevoked } from '@ekyc/contract/bank'
import { Value } from 'typebox/value'
import { beforeAll, describe, expect, test } from 'vitest'

import { completeWithdrawals } from '../../acts/kyc/withdraw-consent.ts'
import { createOutboxStore } from '../../database/messages/outbox.ts'
import { readBranding } from '../../config/branding.ts'
import { consentTextsOf } from '../../domain/kyc/consents.ts'
import { hourMs, minuteMs } from '../../domain/clocks.ts'
import { newId } from '../../domain/ids.ts'
import { defaultPolicy } from '../../domain/policy.ts'
import { doKyc } from '../../../testing/do-kyc.ts'
import { verified } from '../../../testing/outside/fake-outside.ts'
import { operatorAt, outboxKey, testSeals } from '../../../testing/operator-at.ts'
import { testCapture } from '../../../testing/outside/test-capture.ts'
import { withAdmin } from '../../../testing/with-admin.ts'

const { server, admin, json } = await withAdmin()
const { signedInAgent } = server
const db = () => server.open.runner
const brand = join(import.meta.dirname, '../../../../../branding/default.json')

const agent = await signedInAgent()
const texts = consentTextsOf(readBranding(brand).consent)
await server.open.database.consentTexts.publish(texts, server.clock.now())

async function kyc(reference: string, of = agent): Promise<string> {
  server.clock.advance(1_000)
  server.outside.answer = async () => verified
  const consent = { version: '2', language: 'ur', givenOn: server.clock.now().toISOString() }
  const capture = testCapture(server.clock.now(), of.mobile, { refcode: reference })
  const done = await doKyc(server, { ...of, reference, consent, capture })
  expect(done).toMatchObject({ response: { success: true } })
  return done.orderId as string
}

const tell = () =>
  completeWithdrawals(
    { runner: db(), seals: testSeals },
    { outboxKeys: [outboxKey], policy: defaultPolicy, now: server.clock.now },
  )
const waiting = () => server.countRows('outbox', `kind = 'kyc-result' and body is not null`)
const events = () =>
  server.outside.results
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    .filter(({ type }) => type === 'consent.revoked')

describe('a legal hold', () => {
  test('is of a reference, an order or an agent, and listed with its reason', async () => {
    const order = await kyc('DBS10011')
    for (const words of ['--reference DBS10011', `--order ${order}`, `--agent ${agent.mobile}`]) {
      const run = await admin(`holds add ${words} --reason "Case 12"`)
      expect(run).toMatchObject({ code: 0, out: expect.stringContaining('is held now') })
    }
    expect((await admin('holds add --reference DBS10011 --reason again')).out).toContain('was held already')
    const { holds } = await json('holds list')
    expect(holds).toMatchObject([
      { kind: 'agent', value: agent.id, reason: 'Case 12' },
      { kind: 'order', value: order },
      { kind: 'reference', value: 'DBS10011' },
    ])
    expect(await server.auditRows({ action: 'hold.add' })).toMatchObject([
      { subject: 'reference DBS10011', outcome: 'done' },
      { subject: `order ${order}`, outcome: 'done' },
      { subject: `agent ${agent.id}`, outcome: 'done' },
      { subject: 'reference DBS10011', outcome: 'unchanged' },
    ])
  })

  test('that is open is told by doctor', async () => {
    const env = { DATABASE_URL: server.databaseUrl }
    const { out } = await admin('doctor', { env })
    expect(out).toMatch(/legal holds +3 open, the oldest since 2027-03-10: see `holds list`/)
  })

  test.each([
    ['holds add --reference 999941057058 --reason x', 'No order has this reference.'],
    ['holds add --order 7 --reason x', 'No order has this id.'],
    ['holds add --reference DBS10011 --reason " "', 'Say why'],
    ['holds add --reason x', 'Name one --reference, --agent or --order.'],
    ['holds remove --order 7 --agent 9', 'Name one --reference, --agent or --order.'],
  ])('%s is refused', async (words, why) => {
    expect((await admin(words)).complaint).toContain(why)
  })

  test('keeps its agent from being erased, and an agent of a held order too', async () => {
    const other = await signedInAgent()
    await kyc('DBS10012', other)
    await admin('holds add --reference DBS10012 --reason "Case 13"')
    for (const { mobile } of [agent, other]) {
      await admin(`agents disable ${mobile} --yes`)
      server.clock.advance(6 * minuteMs)
      const run = await admin(`agents erase ${mobile} --yes`)
      expect(run.complaint).toContain('is under a legal hold')
      await admin(`agents enable ${mobile}`)
    }
    await admin('holds remove --reference DBS10012')
    await admin(`agents disable ${other.mobile} --yes`)
    server.clock.advance(6 * minuteMs)
    expect(await admin(`agents erase ${other.mobile} --yes`)).toMatchObject({ code: 0 })
  })

  test('is lifted by two people, who see why it was', async () => {
    const careful = operatorAt({ databaseUrl: server.databaseUrl, now: server.clock.now, fourEyes: true })
    expect(await careful('holds remove --reference DBS10011')).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('hold.remove needs a second person.'),
    })
    const run = await careful('holds remove --reference DBS10011 --propose "Case 12 is closed" --json')
    const { proposal } = JSON.parse(run.out) as { proposal: number }
    expect((await careful(`proposals show ${proposal}`)).out).toMatch(/hold +reference DBS10011: .*Case 12/)
    expect((await json('holds list')).holds).toHaveLength(3)
  })
})

describe('a consent that is withdrawn', () => {
  let customer: Awaited<ReturnType<typeof signedInAgent>>
  beforeAll(async () => {
    customer = await signedInAgent()
    await server.deliverDue()
    server.outside.results.length = 0
  })

  test('erases what waits for the bank, tells the bank, and is acknowledged in her words', async () => {
    const order = await kyc('DBS10021', customer)
    expect(await waiting()).toBe(1)
    const { out } = await admin('consent withdraw --reference DBS10021 --yes')
    expect(out).toMatch(/^Acknowledgement CW-\d{8}-[0-9A-F]{8}\n/)
    expect(out).toContain('Erased by this system in an hour: 1 result that')
    expect(out).toContain('The bank has received no identity details')
    expect(out).toContain('رضامندی واپس کیسے لیں')
    await server.deliverDue()
    expect((await admin('outbox retry --all')).code).toBe(0)
    await server.deliverDue()
    await tell()
    expect(server.outside.results).toEqual([])
    server.clock.advance(hourMs)
    await tell()
    const [row] = await server.sql<{ state: string }>(
      `select last_error as state from outbox where id = (select (steps ->> 'event')::uuid from orders where id = $1)`,
      [order],
    )
    expect(row).toEqual({ state: 'consent withdrawn' })
    await server.deliverDue()
    expect(server.outside.results).toHaveLength(1)
    const [event] = events()
    expect([...Value.Errors(ConsentRevoked, event)]).toEqual([])
    expect(out).toContain(String(event?.['acknowledgement']))
    expect(event).toMatchObject({ reference: 'DBS10021', transactionIds: [expect.stringMatching(/^UKC:/)] })
  })

  test('a try that is under way when its result is erased brings it back to no next try', async () => {
    const order = await kyc('DBS10024', customer)
    const [before] = await server.sql<{ id: string; agent_id: string }>(
      `select id, agent_id from outbox where id = (select (steps ->> 'event')::uuid from orders where id = $1)`,
      [order],
    )
    await admin('consent withdraw --reference DBS10024 --yes')
    await createOutboxStore(db()).reschedule({
      agentId: String(before?.agent_id),
      id: String(before?.id),
      nextAttemptOn: server.clock.now(),
      error: 'Unavailable',
    })
    const waits = `select from outbox where id = $1 and next_attempt_on is not null`
    expect(await server.sql(waits, [before?.id])).toEqual([])
    await admin('consent take-back --reference DBS10024')
  })

  test('is taken back within the hour, and never after it', async () => {
    await kyc('DBS10025', customer)
    await admin('consent withdraw --reference DBS10025 --yes')
    expect(await admin('consent withdraw --reference DBS10025 --yes')).toMatchObject({ code: 1 })
    server.clock.advance(hourMs - 1)
    const back = () => admin('consent take-back --reference DBS10025')
    expect(await back()).toMatchObject({ code: 0, out: expect.stringMatching(/^The withdrawal CW-/) })
    server.clock.advance(hourMs)
    await tell()
    server.outside.results.length = 0
    await server.deliverDue()
    expect(server.outside.results.map(({ body }) => body)).toEqual([
      expect.stringContaining('DBS10024'),
      expect.stringContaining('DBS10025'),
    ])
    await admin('consent withdraw --reference DBS10025 --yes')
    server.clock.advance(hourMs)
    expect((await back()).out).toBe('No withdrawal can be taken back any more.\n')
    await tell()
    server.outside.results.length = 0
    await server.deliverDue()
    expect(events()).toMatchObject([{ type: 'consent.revoked', reference: 'DBS10025' }])
  })

  test('after the bank has the details says what the bank must erase', async () => {
    await kyc('DBS10022', customer)
    await server.deliverDue()
    const { out } = await admin('consent withdraw --reference DBS10022 --yes')
    expect(out).toContain('Erased by this system in an hour: 0 results')
    expect(out).toContain('To be erased by the bank')
    server.clock.advance(hourMs)
    await tell()
    await server.deliverDue()
  })

  test('is refused under a legal hold, and stopped by one of within its hour', async () => {
    const hold = (reference: string) => admin(`holds add --reference ${reference} --reason "Case 14"`)
    const withdraw = (reference: string) => admin(`consent withdraw --reference ${reference} --yes`)
    for (const reference of ['DBS10023', 'DBS10026']) await kyc(reference, customer)
    await hold('DBS10023')
    expect((await withdraw('DBS10023')).complaint).toContain('is under a legal hold')
    await withdraw('DBS10026')
    await hold('DBS10026')
    const before = await waiting()
    server.clock.advance(hourMs)
    await tell()
    expect(await waiting()).toBe(before)
  })

  test('reaches the bank beside a hundred others that a legal hold keeps back', async () => {
    const held = await signedInAgent()
    const at = server.clock.now()
    const references = Array.from({ length: 100 }, (_, index) => `AAA${index}`)
    const ofHeld = { agentId: held.id, createdOn: at, expiresOn: at, status: 'INIT' }
    await server.insertRows(
      'orders',
      references.map(reference => ({ ...ofHeld, id: newId(at), reference })),
    )
    await server.insertRows(
      'withdrawals',
      references.map(reference => ({
        reference,
        number: 'CW',
        agentId: held.id,
        withdrawnOn: at,
        tellOn: at,
      })),
    )
    await admin(`holds add --agent ${held.mobile} --reason "Case 15"`)
    await kyc('DBS10027', customer)
    await admin('consent withdraw --reference DBS10027 --yes')
    server.clock.advance(hourMs)
    await tell()
    await server.deliverDue()
    expect(events().at(-1)).toMatchObject({ reference: 'DBS10027' })
  })

  test('of a reference that no order has changes nothing and tells nobody', async () => {
    const before = await waiting()
    const { out } = await admin('consent withdraw --reference 999941057058 --yes')
    expect(out).toBe('No order has this reference: nothing was erased.\n')
    expect(await waiting()).toBe(before)
    expect(await server.countRows('audit_events', `subject like '%999941057058%'`)).toBe(0)
  })
})
