import { expect, test } from 'vitest'

import { newId } from '../../domain/ids.ts'
import { defaultPolicy } from '../../domain/policy.ts'
import { testSeals } from '../../../testing/operator-at.ts'
import { auditEvent } from '../../../testing/fixed/audit-event.ts'
import { serverOfFile } from '../../../testing/test-server.ts'
import { createAuditStore } from '../audit/audit-store.ts'
import { applyAuditRetention } from '../audit/audit-retention.ts'
import { sealAuditRows } from '../audit/audit-sealer.ts'
import type { SqlRunner } from '../link/sql.ts'
import { verifyAuditChain } from '../audit/audit-verification.ts'
import {
  deleteHold,
  insertHold,
  restoreHeldOrders,
  readHeldRecords,
  copyHeldOrdersAside,
  type HoldKind,
} from './legal-holds.ts'
import { runHousekeeping } from '../housekeeping.ts'

const server = await serverOfFile()
const agentId = await server.addAgent({ mobile: '9530000001' })
const otherId = await server.addAgent({ mobile: '9530000002' })

const db = () => server.open.runner
const createdOn = new Date('2027-03-10T06:30:00.000Z')
const over = new Date('2034-05-01T06:30:00.000Z')

async function addOrder(reference: string, agent = agentId): Promise<string> {
  const id = newId(createdOn)
  const event = newId(createdOn)
  await server.insertRows('orders', [
    {
      agentId: agent,
      id,
      reference,
      status: 'KYC_SUCCESS',
      createdOn,
      expiresOn: createdOn,
      transactionId: 'UKC:1',
      outcome: 'verified',
      message: 'Done',
      completedOn: createdOn,
      steps: JSON.stringify({ event, claimed: 5 }),
    },
  ])
  await server.insertRows('reference_orders', [{ reference, orderId: id, agentId: agent, createdOn }])
  await server.insertRows('exceptions', [
    {
      agentId: agent,
      orderId: id,
      reference,
      reason: 'worn',
      tries: 1,
      openedOn: createdOn,
      dueBy: createdOn,
    },
  ])
  await server.insertRows('outbox', [
    {
      agentId: agent,
      id: event,
      kind: 'kyc-result',
      createdOn,
      expiresOn: createdOn,
      deliveredOn: createdOn,
    },
  ])
  await createAuditStore(db(), testSeals).append(auditEvent({ at: createdOn, agentId: agent, subject: id }))
  return id
}

async function sweep(at = over): Promise<void> {
  await runHousekeeping(db(), at, defaultPolicy)
  await sealAuditRows(db(), testSeals, at)
  await applyAuditRetention(db(), testSeals, at, defaultPolicy)
  await sealAuditRows(db(), testSeals, at)
}

const left = async (id: string) => [
  await server.countRows('orders', `id = '${id}'`),
  await server.countRows('reference_orders', `order_id = '${id}'`),
  await server.countRows('exceptions', `order_id = '${id}'`),
  await server.countRows('outbox', `id in (select (steps ->> 'event')::uuid from orders where id = '${id}')`),
  await server.countRows(
    `(select subject from audit_events union all select subject from audit_archive) as audit`,
    `subject = '${id}'`,
  ),
]

test.each<[HoldKind, (order: { id: string; reference: string; agent: string }) => string]>([
  ['order', ({ id }) => id],
  ['reference', ({ reference }) => reference],
  ['agent', ({ agent }) => agent],
])(
  '[rule 18] what is held by its %s outlives its months, byte for byte, until the hold is lifted; nothing else does',
  async (kind, valueOf) => {
    const reference = `HELD-${kind}`
    const held = await addOrder(reference)
    const free = await addOrder(`FREE-${kind}`, otherId)
    await sealAuditRows(db(), testSeals, createdOn)
    const hold = { kind, value: valueOf({ id: held, reference, agent: agentId }) }
    await insertHold(db(), { ...hold, reason: 'Case 12 of 2027', at: createdOn })
    const whole = async () => server.sql('select * from orders where id = $1', [held])
    const before = await whole()
    await addMonth()

    await sweep()
    expect(await left(held)).toEqual([1, 1, 1, 1, 1])
    expect(await whole()).toEqual(before)
    expect(await left(free)).toEqual([0, 0, 0, 0, 0])
    await sweep()
    expect(await left(held)).toEqual([1, 1, 1, 1, 1])
    expect((await verifyAuditChain(db(), testSeals, { now: over })).problems).toEqual([])

    await deleteHold(db(), hold)
    await sweep()
    expect(await left(held)).toEqual([0, 0, 0, 0, 0])
    expect((await verifyAuditChain(db(), testSeals, { now: over })).problems).toEqual([])
  },
)

test('the hold of a reference keeps what the trail tells of its consent', async () => {
  const subject = 'CONSENT-HELD (CW-2027-1)'
  const event = { at: createdOn, agentId, action: 'consent.withdraw' as const }
  for (const one of [subject, 'CONSENT-FREE (CW-2027-2)'])
    await createAuditStore(db(), testSeals).append(auditEvent({ ...event, subject: one }))
  const hold = { kind: 'reference' as const, value: 'CONSENT-HELD' }
  await insertHold(db(), { ...hold, reason: 'Case 14', at: createdOn })
  await sealAuditRows(db(), testSeals, createdOn)
  await sweep()
  const kept =
    await server.sql(`select subject from (select * from audit_events union all select * from audit_archive) as audit
     where action = 'consent.withdraw'`)
  expect(kept).toEqual([{ subject }])
  await deleteHold(db(), hold)
})

test('a run that was cut off after the drop has lost no held order', async () => {
  const id = await addOrder('CUT-OFF')
  await insertHold(db(), { kind: 'order', value: id, reason: 'Case 13', at: createdOn })
  await copyHeldOrdersAside(db(), { ...(await readHeldRecords(db())), before: over })
  await server.sql('delete from orders where id = $1', [id])
  await sweep()
  expect(await left(id)).toEqual([1, 1, 1, 1, 1])
  expect(await server.countRows('held_orders')).toBe(0)
  await deleteHold(db(), { kind: 'order', value: id })
  await restoreHeldOrders(db(), { limit: 100 })
})

test('any number of held orders is copied aside, a thousand by each statement', async () => {
  const holder = await server.addAgent({ mobile: '9530000003' })
  await server.sql(
    `insert into orders (agent_id, id, reference, status, created_on, expires_on)
     select $1::uuid, gen_random_uuid(), 'OF-MANY', 'EXPIRED', $2::timestamptz, $2::timestamptz from generate_series(1, 2500)`,
    [holder, createdOn.toISOString()],
  )
  await insertHold(db(), { kind: 'agent', value: holder, reason: 'Case 15', at: createdOn })
  const rows: number[] = []
  const counting: SqlRunner = {
    ...db(),
    async run(statement) {
      const before = await server.countRows('held_orders')
      const answer = await db().run(statement)
      rows.push((await server.countRows('held_orders')) - before)
      return answer
    },
  }
  const copying = { ...(await readHeldRecords(db())), before: over }
  await copyHeldOrdersAside(counting, copying)
  expect(rows.filter(Boolean)).toEqual([1_000, 1_000, 500])
  await copyHeldOrdersAside(counting, copying)
  expect(await server.countRows('held_orders')).toBe(2_500)
  await deleteHold(db(), { kind: 'agent', value: holder })
  await server.sql('delete from held_orders')
})

/** Gives the orders' month a table of its own, which the retention drops. */
async function addMonth(): Promise<void> {
  await server.sql(`select add_months('orders', $1::timestamptz, $1::timestamptz, 100000000)`, [
    createdOn.toISOString(),
  ])
  expect(
    await server.sql(`select from partitions_of('orders') where part::text like '%2027_03'`),
  ).toHaveLength(1)
}
