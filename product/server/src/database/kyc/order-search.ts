import type { OrderSteps } from '../../domain/kyc/kyc-records.ts'
import { isCreatedInPeriod, orderColumns, type OrderKey } from './orders.ts'
import { columns, owner, ownerColumn, sql, statement, t, type SqlRunner } from '../link/sql.ts'

// With the following statements the bank's staff find orders of all agents. A statement on `orders` has bounds of time,
// so that PostgreSQL plans and reads only the partitions of these months. The bounds come from the search, or
// from the time in an order's id or in a transaction's id.

const own = { ...orderColumns, authorityCode: t.nullable(t.text), steps: t.nullable(t.jsonOf<OrderSteps>()) }
const foundOrder = { ...own, agentName: t.nullable(t.text) }
export type FoundOrder = t.RowOf<typeof foundOrder>

const found = sql`
  select ${columns(own)}, (select nullif(name, '') from agents a where a.id = agent_id) as agent_name from orders`

export const findOrderInPeriod = statement('foundOrders.findById', foundOrder)`
  ${found} where id = ${t.uuid('id')} and ${isCreatedInPeriod}`

export const findOrderOfTransaction = statement('foundOrders.findByTransaction', foundOrder)`
  ${found} where transaction_id = ${t.text('transactionId')} and ${isCreatedInPeriod} limit 1`

/** Lists the orders of a reference, newest first: an order id begins with the time of its creation. */
export const listOrdersOfReference = statement('foundOrders.listOfReference', {
  agentId: t.uuid,
  id: t.uuid,
  createdOn: t.moment,
})`
  select agent_id, order_id as id, created_on from reference_orders
  where reference = ${t.text('reference')} and order_id < ${t.uuid('beforeId')}
  order by order_id desc limit ${t.bigint('limit')}`

/** Reads orders by their keys, newest first. The statement reads one shard for each agent. */
export async function readOrdersByKeys(db: SqlRunner, keys: OrderKey[]): Promise<FoundOrder[]> {
  if (keys.length === 0) return []
  const times = keys.map(({ createdOn }) => createdOn.getTime())
  return read(db, {
    agentIds: [...new Set(keys.map(({ agentId }) => agentId))],
    ids: keys.map(({ id }) => id),
    from: new Date(Math.min(...times)),
    before: new Date(Math.max(...times) + 1),
  })
}

const read = statement('foundOrders.read', foundOrder)`
  ${found}
  where agent_id = any(${t.uuids('agentIds')}) and id = any(${t.uuids('ids')}) and ${isCreatedInPeriod}
  order by id desc`

const orderFilter = sql`
  (${t.nullable(t.text)('status')}::text is null or status = ${t.nullable(t.text)('status')})
  and (${t.nullable(t.text)('model')}::text is null or device ->> 'mi' = ${t.nullable(t.text)('model')})`

export const searchOrdersOfAgent = statement('foundOrders.listOfAgent', foundOrder)`
  ${found}
  where agent_id = ${t.uuid('agentId')} and id < ${t.uuid('beforeId')} and ${isCreatedInPeriod} and ${orderFilter}
  order by id desc limit ${t.bigint('limit')}`

export const listNextOrders = statement('foundOrders.listFrom', foundOrder)`
  ${found}
  where (${t.nullable(t.uuid)('agentId')}::uuid is null or agent_id = ${t.nullable(t.uuid)('agentId')})
    and id > ${t.uuid('afterId')} and ${isCreatedInPeriod}
  order by id limit ${t.bigint('limit')}`

const isOfIds = sql`id >= ${t.uuid('fromId')} and id < ${t.uuid('beforeId')} and ${isCreatedInPeriod}`

/** Lists orders of all agents by a range of ids, because no index of all orders begins with `created_on`. */
export const searchOrdersOfPeriod = statement('foundOrders.listOfTime', foundOrder)`
  ${found} where ${isOfIds} and ${orderFilter}
  order by id desc limit ${t.bigint('limit')}`

/** Counts the finished orders of a time by the hour of their creation in India. Reads one day's part of the index. */
export const countOrdersByHour = statement('foundOrders.countByHour', {
  hour: t.neverNull(t.integer),
  orders: t.neverNull(t.bigint),
  verified: t.neverNull(t.bigint),
})`
  select extract(hour from created_on at time zone 'Asia/Kolkata')::integer as hour, count(*) as orders,
    count(*) filter (where status = 'KYC_SUCCESS') as verified
  from orders where ${isOfIds} and status in ('KYC_SUCCESS', 'KYC_FAILURE') group by 1 order by 1`

export const findNthNewestOrder = statement('foundOrders.findBound', { id: t.uuid })`
  select id from orders where ${isOfIds} order by id desc offset ${t.bigint('skipped')} limit 1`

const trailRow = {
  happenedOn: t.moment,
  action: t.text,
  outcome: t.text,
  requestId: t.nullable(t.text),
  traceId: t.nullable(t.text),
  position: t.nullable(t.bigint),
}
export type OrderTrailRow = t.RowOf<typeof trailRow>

/** Reads the first 50 audit rows of an order in a period, among the rows of its agent. Leaves out archived rows. */
export const listOrderTrail = statement('foundOrders.listTrail', { ...ownerColumn, ...trailRow })`
  select ${owner}, ${columns(trailRow)} from audit_events
  where agent_id = ${t.uuid('agentId')} and happened_on >= ${t.moment('from')} and happened_on <= ${t.moment('to')}
    and subject = ${t.text('orderId')}
  order by happened_on, id limit 50`
