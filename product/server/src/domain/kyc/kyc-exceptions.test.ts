import { KycException } from '@ekyc/contract/bank'
import { refusals } from '@ekyc/contract/refusals'
import { Value } from 'typebox/value'
import { beforeEach, expect, test } from 'vitest'

import { runHousekeeping } from '../../database/housekeeping.ts'
import { doKyc, openOrder as openOrderOf } from '../../../testing/do-kyc.ts'
import { emptyTables } from '../../../testing/database/empty-tables.ts'
import { notMatched, verified } from '../../../testing/outside/fake-outside.ts'
import { createTestClock } from '../../../testing/fixed/test-clock.ts'
import { agentPassword } from '../../../testing/test-server.ts'
import { withAdmin } from '../../../testing/with-admin.ts'
import { dayMs, hourMs } from '../clocks.ts'
import { defaultPolicy } from '../policy.ts'

const [asha, ravi] = ['9000000001', '9000000002']
let token: string

const { server, admin } = await withAdmin()
beforeEach(async () => {
  server.clock.set(createTestClock().now())
  server.outside.answer = async () => verified
  for (const list of [server.outside.asked, server.outside.results]) list.length = 0
  await emptyTables(server.open.runner)
  for (const mobile of [asha, ravi]) await server.addAgent({ mobile, password: agentPassword })
  token = await server.signIn(asha)
})

const rows = () => server.sql('select reason, needs, tries, decision, decided_by from exceptions')

const openOrder = async (reference = 'DBS10001') =>
  (await openOrderOf(server, { mobile: asha, token }, reference)).orderId

const record = (orderId: unknown, fields: object = {}, by = token, username = asha) =>
  server.call('recordException', { username, orderId, reason: 'worn', ...fields }, { token: by })

async function events(): Promise<unknown[]> {
  await server.deliverDue()
  const sent = server.outside.results.map(({ body }) => JSON.parse(body) as { type: string })
  return sent.filter(({ type }) => type === 'kyc.exception')
}

test('a customer without a readable finger stands in the queue and is told to the bank, once for a reason', async () => {
  const orderId = await openOrder()
  const { exception } = await record(orderId)
  const dueBy = new Date(
    server.clock.now().getTime() + defaultPolicy.exceptionDueHours * hourMs,
  ).toISOString()
  expect(exception).toMatchObject({ reason: 'worn', dueBy, tries: 0, decision: null })
  expect((await record(orderId)).exception).toEqual(exception)

  const [event, ...others] = await events()
  expect(others).toEqual([])
  expect([...Value.Errors(KycException, event)]).toEqual([])
  expect(event).toMatchObject({
    type: 'kyc.exception',
    orderId,
    reference: 'DBS10001',
    reason: 'worn',
    dueBy,
  })
  expect(JSON.stringify(event)).not.toContain(asha)

  await record(orderId, { reason: 'bandaged' })
  expect(await events()).toHaveLength(2)
  expect(await server.auditRows({ action: 'exception.record' })).toMatchObject([
    { subject: orderId, outcome: 'worn' },
    { subject: orderId, outcome: 'bandaged' },
  ])
})

test('the order stays open: another finger may still succeed, and then there is nothing to record', async () => {
  const orderId = await openOrder()
  await record(orderId)
  const done = await doKyc(server, { mobile: asha, token, reference: 'DBS10001' })
  expect(done).toMatchObject({ orderId, response: { success: true } })
  expect((await record(orderId, { reason: 'injured' })).response.displayMsg).toBe(refusals.reference_done)
})

test("no agent records one for another's order, or an order that does not exist", async () => {
  const orderId = await openOrder()
  const other = await server.signIn(ravi)
  expect((await record(orderId, {}, other, ravi)).status).toBe(403)
  expect((await record('01890000-0000-7000-8000-000000000000')).status).toBe(403)
  expect(await rows()).toEqual([])
})

test('the last try of the day opens one by itself, and the refusal says who looks again and by when', async () => {
  server.outside.answer = async () => notMatched
  for (let tries = 1; tries < defaultPolicy.failuresPerReference; tries += 1) {
    expect(await doKyc(server, { mobile: asha, token, reference: 'DBS10001' })).not.toHaveProperty(
      'exception',
    )
  }
  expect(await rows()).toEqual([])
  const last = await doKyc(server, { mobile: asha, token, reference: 'DBS10001' })
  expect(last).toMatchObject({
    response: { code: 'fingerprint_not_matched' },
    exception: { reason: 'not_recognised', tries: defaultPolicy.failuresPerReference, decision: null },
  })
  expect(await events()).toMatchObject([{ type: 'kyc.exception', reason: 'not_recognised' }])

  const { order } = await server.call('getOrder', { username: asha, orderId: last['orderId'] }, { token })
  expect(order).toMatchObject({ exception: last['exception'] })
  // The agent names the reason, which the server could not know.
  const named = await record(last['orderId'], { reason: 'worn', needs: ['seeing'] })
  expect(named.exception).toMatchObject({ reason: 'worn', tries: defaultPolicy.failuresPerReference })
})

test('the last try tells the bank nothing new of an exception that the agent has recorded', async () => {
  server.outside.answer = async () => notMatched
  for (let tries = 1; tries < defaultPolicy.failuresPerReference; tries += 1)
    await doKyc(server, { mobile: asha, token, reference: 'DBS10001' })
  await record(await openOrder())
  await doKyc(server, { mobile: asha, token, reference: 'DBS10001' })
  expect(await rows()).toMatchObject([{ reason: 'worn', tries: defaultPolicy.failuresPerReference }])
  expect(await events()).toMatchObject([{ reason: 'worn' }])
})

test('needs are sealed, shown to the bank, and erased by the decision', async () => {
  const orderId = await openOrder()
  await record(orderId, { needs: ['seeing', 'moving'] })
  const [{ needs } = { needs: Buffer.of() }] = await server.sql<{ needs: Buffer }>(
    'select needs from exceptions',
  )
  expect(needs.toString('latin1')).not.toContain('seeing')
  expect(JSON.stringify(await events())).not.toContain('seeing')

  expect((await admin('exceptions list')).out).toMatch(/DBS10001 +worn +seeing, moving/)
  const decided = await admin(
    `exceptions decide ${orderId} --decision other_way_accepted --operator "Priya N"`,
  )
  expect(decided).toMatchObject({ code: 0 })
  expect(await rows()).toMatchObject([
    { needs: null, decision: 'other_way_accepted', decided_by: expect.stringContaining('Priya N') as string },
  ])
  expect((await admin('exceptions list')).out).not.toContain('DBS10001')
  expect((await admin('exceptions list --state decided')).out).toContain('other_way_accepted')

  expect(await admin(`exceptions decide ${orderId} --decision invite_again`)).toMatchObject({ code: 1 })
  expect((await record(orderId)).response.displayMsg).toBe(refusals.exception_decided)
})

test('needs are erased after days, and what was decided after years', async () => {
  await record(await openOrder(), { needs: ['hearing'] })
  const after = (days: number) => new Date(server.clock.now().getTime() + (days + 1) * dayMs)
  await runHousekeeping(server.open.runner, after(defaultPolicy.exceptionNeedsDays), defaultPolicy)
  expect(await rows()).toMatchObject([{ reason: 'worn', needs: null }])
  await runHousekeeping(server.open.runner, after(defaultPolicy.exceptionKeptDays), defaultPolicy)
  expect(await rows()).toEqual([])
})

test('figures say how often, by reason', async () => {
  await record(await openOrder())
  server.clock.advance((defaultPolicy.exceptionDueHours + 1) * hourMs)
  token = await server.signIn(asha)
  await record(await openOrder('DBS10002'), { reason: 'missing' })
  const { out } = await admin('stats')
  expect(out).toMatch(/No readable finger, in 30 days: +2/)
  expect(out).toMatch(/worn: +1, waiting 1, overdue 1/)
  expect(out).toMatch(/missing: +1, waiting 1, overdue 0/)
})
