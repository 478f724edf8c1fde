import { nilId } from '../../domain/ids.ts'
import { consentReference } from '../audit/audit-rows.ts'
import { readInPages } from '../link/pages.ts'
import { sql, statement, t, type SqlRunner } from '../link/sql.ts'

/** A legal hold names one of these. It keeps the data of the name beyond their retention time. */
export const holdKinds = ['reference', 'agent', 'order'] as const
export type HoldKind = (typeof holdKinds)[number]

const kind = t.oneOf(holdKinds)

export const listHolds = statement('holds.list', {
  kind,
  value: t.text,
  reason: t.text,
  heldOn: t.moment,
})`
  select kind, value, reason, held_on from holds order by held_on, kind, value`

/** @returns no row if the value is already held */
export const insertHold = statement('holds.insert', { value: t.text })`
  insert into holds (kind, value, reason, held_on)
  values (${kind('kind')}, ${t.text('value')}, ${t.text('reason')}, ${t.moment('at')})
  on conflict do nothing returning value`

/** @returns no row if the value was not held */
export const deleteHold = statement('holds.delete', { value: t.text })`
  delete from holds where kind = ${kind('kind')} and value = ${t.text('value')} returning value`

export type HeldRecords = Awaited<ReturnType<typeof readHeldRecords>>

export async function readHeldRecords(db: SqlRunner) {
  const holds = await listHolds(db)
  const valuesOf = (one: HoldKind) => holds.flatMap(hold => (hold.kind === one ? [hold.value] : []))
  const [heldAgents, heldReferences] = [valuesOf('agent'), valuesOf('reference')]
  const ofReferences = heldReferences.length > 0 ? await listOrdersOf(db, { references: heldReferences }) : []
  const heldOrders = [...valuesOf('order'), ...ofReferences.map(({ orderId }) => orderId)]
  const found = heldOrders.length > 0 ? await listEvents(db, { heldOrders }) : []
  return {
    heldAgents,
    heldReferences,
    heldOrders,
    heldEvents: found.flatMap(({ event }) => event ?? []),
    agentsOfOrders: [...new Set(found.map(({ agentId }) => agentId))],
  }
}

export function hasHolds({ heldAgents, heldReferences, heldOrders }: HeldRecords): boolean {
  return heldAgents.length + heldReferences.length + heldOrders.length > 0
}

const listOrdersOf = statement('holds.listOrders', { orderId: t.uuid })`
  select order_id from reference_orders where reference = any(${t.textsOf<string>()('references')})`

const listEvents = statement('holds.listEvents', { agentId: t.uuid, event: t.nullable(t.text) })`
  select agent_id, steps ->> 'event' as event from orders where id = any(${t.uuids('heldOrders')})`

export const isHeldOrder = sql`
  (agent_id = any(${t.uuids('heldAgents')}) or reference = any(${t.textsOf<string>()('heldReferences')})
    or id = any(${t.uuids('heldOrders')}))`

export const isHeldOutboxEntry = sql`
  (agent_id = any(${t.uuids('heldAgents')}) or id::text = any(${t.textsOf<string>()('heldEvents')}))`

export const isHeldAuditRow = sql`
  ((agent_id = any(${t.uuids('heldAgents')})) is true or subject = any(${t.uuids('heldOrders')}::text[])
    or ${consentReference} = any(${t.textsOf<string>()('heldReferences')}))`

const atOnce = 1_000

/** Copies page by page, so that each statement stays within its time limit however many orders are held. */
export async function copyHeldOrdersAside(db: SqlRunner, of: HeldRecords & { before: Date }): Promise<void> {
  const pages = readInPages(atOnce, { id: nilId }, ({ id: after, limit }) =>
    listHeldOrders(db, { ...of, after, limit }),
  )
  for await (const orders of pages)
    if (orders.length > 0) await insertAside(db, { rows: `[${orders.map(({ row }) => row).join()}]` })
}

const listHeldOrders = statement('holds.listAside', { id: t.uuid, row: t.neverNull(t.text) })`
  select id, to_jsonb(orders)::text as row from orders
  where created_on < ${t.moment('before')} and id > ${t.uuid('after')} and ${isHeldOrder}
  order by id limit ${t.bigint('limit')}`

const insertAside = statement('holds.insertAside')`
  insert into held_orders (id, row) select (row ->> 'id')::uuid, row from jsonb_array_elements(${t.json('rows')}) as row
  on conflict do nothing`

/** @returns the orders that were moved back, which are fewer than `limit` at the end */
export const restoreHeldOrders = statement('holds.restore', { id: t.uuid })`
  with taken as (
      delete from held_orders where id in (select id from held_orders limit ${t.bigint('limit')}) returning id, row),
    restored as (
      insert into orders select (jsonb_populate_record(null::orders, row)).* from taken on conflict do nothing)
  select id from taken`
