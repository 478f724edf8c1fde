import type { AuthoritySource } from '@ekyc/contract/authority-errors'
import { shownStatuses } from '@ekyc/contract/console/order-verdicts'
import type { KeptConsent } from '@ekyc/contract/shapes'
import { finalStatuses } from '@ekyc/contract/words'

import { orderOutcomes, type OrderSteps, type StoredDevice } from '../../domain/kyc/kyc-records.ts'
import { Conflict } from '../../domain/stores.ts'
import { allTime } from '../../domain/calendar.ts'
import { isUuid, monthOfId, nilId } from '../../domain/ids.ts'
import {
  claimWithFallback,
  columns,
  owner,
  ownerColumn,
  sql,
  statement,
  t,
  type SqlRunner,
} from '../link/sql.ts'
import { findPeriodOfPage, isFinishedOrder } from './daily-counts.ts'

const takenOverAtOnce = 50

export function createOrderStore(db: SqlRunner) {
  return {
    find: async (agentId: string, id: string) =>
      isUuid(id) ? findOrder.first(db, { agentId, id, ...(monthOfId(id) ?? allTime) }) : undefined,

    findOpen: (agentId: string, reference: string, opened = allTime) =>
      findOpen.first(db, { agentId, reference, ...opened }),

    expire: (order: OrderKey, at: Date) => expireOrder(db, { ...order, at }),

    /** @throws Conflict when another call has opened an order of the agent for the reference */
    async open(order: Parameters<typeof insertOrder>[1]) {
      if (!(await insertOrder.first(db, order))) throw new Conflict()
    },

    /** @throws Conflict when the order is not in INIT */
    async claim({ order, ...claim }: AboutOrder<typeof claimOrder>) {
      if (!(await claimOrder.first(db, { ...order, ...claim }))) throw new Conflict()
    },

    /** @returns false if the capture was submitted before; the caller then rolls back */
    async useCapture({ captureHashes, ...use }: CaptureUse) {
      const captureRows = await Promise.all(
        captureHashes.map(captureHash => useCapture(db, { ...use, captureHash })),
      )
      return captureRows.every(({ length }) => length === 1)
    },

    /** @throws Conflict when the lease token is no longer valid */
    async settle({ order, ...settle }: AboutOrder<typeof settleOrder>) {
      const settled = await settleOrder.first(db, { ...order, ...settle })
      if (!settled) throw new Conflict()
      return settled
    },

    /**
     * Gives a new lease to orders whose lease has ended, or ends later than any lease can. Of parallel callers, only one
     * takes over an order.
     */
    takeOverExpired: (lease: Omit<Parameters<typeof takeOver>[1], 'limit'>) =>
      takeOver(db, { ...lease, limit: takenOverAtOnce }),

    async page(page: Parameters<typeof listPage>[1]) {
      const { place, total } = await findPeriodOfPage(db, page)
      const [orders = [], counted] = await Promise.all([
        place && listPage(db, { ...page, ...place }),
        total === undefined ? countFinished.one(db, page) : { total },
      ])
      return { orders, ...counted }
    },

    /**
     * Finds finished orders, newest first. `text` is a whole reference, order id or transaction id, in upper or lower
     * case. An empty `text` finds every order.
     */
    search({ after, ...search }: Search) {
      const { createdOn: before, id: beforeId } =
        after && after.createdOn < search.before ? after : { createdOn: search.before, id: nilId }
      return searchFinished(db, { ...search, before, beforeId })
    },
  }
}

/** The key of an order. `createdOn` tells which partition contains the order. */
export type OrderKey = Pick<t.RowOf<typeof orderColumns>, 'agentId' | 'id' | 'createdOn'>

type AboutOrder<Statement extends (db: SqlRunner, values: never) => unknown> = Omit<
  Parameters<Statement>[1],
  keyof OrderKey
> & { order: OrderKey }

type CaptureUse = Omit<Parameters<typeof useCapture>[1], 'captureHash'> & { captureHashes: Uint8Array[] }

type Search = Omit<Parameters<typeof searchFinished>[1], 'beforeId'> & {
  after: Pick<OrderKey, 'id' | 'createdOn'> | undefined
}

const orderStatus = t.oneOf(shownStatuses)
const finalStatus = t.oneOf(finalStatuses)
const outcome = t.oneOf(orderOutcomes)
const steps = t.jsonOf<OrderSteps>()

export const orderColumns = {
  agentId: t.uuid,
  id: t.uuid,
  reference: t.text,
  status: orderStatus,
  createdOn: t.moment,
  expiresOn: t.moment,
  transactionId: t.nullable(t.text),
  outcome: t.nullable(outcome),
  message: t.nullable(t.text),
  errorSource: t.nullable(t.textOf<AuthoritySource>()),
  errorCode: t.nullable(t.text),
  action: t.nullable(t.text),
  completedOn: t.nullable(t.moment),
  consent: t.nullable(t.jsonOf<KeptConsent>()),
  device: t.nullable(t.jsonOf<StoredDevice>()),
}

/** Selects the orders of a period. If the period is one month, PostgreSQL reads only the partition of this month. */
export const isCreatedInPeriod = sql`created_on >= ${t.moment('from')} and created_on < ${t.moment('before')}`
const isOrder = sql`agent_id = ${t.uuid('agentId')} and id = ${t.uuid('id')} and created_on = ${t.moment('createdOn')}`

const findOrder = statement('orders.find', orderColumns)`
  select ${columns(orderColumns)} from orders
  where agent_id = ${t.uuid('agentId')} and id = ${t.uuid('id')} and ${isCreatedInPeriod}`

const openOrder = {
  agentId: t.uuid,
  id: t.uuid,
  status: orderStatus,
  createdOn: t.moment,
  expiresOn: t.moment,
}

const findOpen = statement('orders.findOpen', openOrder)`
  select ${columns(openOrder)} from orders
  where agent_id = ${t.uuid('agentId')} and reference = ${t.text('reference')} and status in ('INIT', 'SUBMITTING')
    and ${isCreatedInPeriod}`

const expireOrder = statement('orders.expire')`
  update orders set status = 'EXPIRED'
  where ${isOrder} and status = 'INIT' and expires_on <= ${t.moment('at')}`

const insertOrder = statement('orders.open', { agentId: t.uuid })`
  insert into orders (agent_id, id, reference, status, created_on, expires_on)
  values (${t.uuid('agentId')}, ${t.uuid('id')}, ${t.text('reference')}, 'INIT', ${t.moment('createdOn')},
    ${t.moment('expiresOn')})
  on conflict do nothing returning agent_id`

const claimOrder = statement('orders.claim', { agentId: t.uuid })`
  update orders set status = 'SUBMITTING', lease_token = ${t.uuid('leaseToken')},
    lease_until = ${t.moment('leaseUntil')}, transaction_id = ${t.text('transactionId')},
    consent = ${orderColumns.consent('consent')}, device = ${orderColumns.device('device')}, steps = ${steps('steps')}
  where ${isOrder} and status = 'INIT' and expires_on > ${t.moment('at')}
  returning agent_id`

const useCapture = statement('orders.useCapture', { agentId: t.uuid })`
  insert into used_captures (capture_hash, agent_id, order_id, used_on)
  values (${t.bytes('captureHash')}, ${t.uuid('agentId')}, ${t.uuid('orderId')}, ${t.moment('at')})
  on conflict do nothing returning agent_id`

const settleOrder = statement('orders.settle', orderColumns)`
  update orders set status = ${finalStatus('status')}, outcome = ${outcome('outcome')}, message = ${t.text('message')},
    error_source = ${orderColumns.errorSource('errorSource')}, error_code = ${t.nullable(t.text)('errorCode')},
    authority_code = ${t.nullable(t.text)('authorityCode')}, action = ${t.nullable(t.text)('action')},
    steps = coalesce(steps, '{}') || ${steps('steps')}, completed_on = ${t.moment('at')}, lease_token = null,
      lease_until = null
  where ${isOrder} and status = 'SUBMITTING' and lease_token = ${t.uuid('leaseToken')}
  returning ${columns(orderColumns)}`

const isExpired = sql`
  status = 'SUBMITTING' and (lease_until <= ${t.moment('at')} or lease_until > ${t.moment('latestLease')})`

const listExpired = sql`
  select agent_id, id, created_on from orders where ${isExpired} and ${isCreatedInPeriod}
  order by lease_until limit ${t.bigint('limit')}`
const takeOverListed = sql`
  update orders set lease_token = ${t.uuid('leaseToken')}, lease_until = ${t.moment('leaseUntil')}
  from expired where agent_id = of_agent and id = order_id and created_on = opened_on and ${isExpired} and ${isCreatedInPeriod}
  returning ${columns(orderColumns)}`

const takeOverFree = statement('orders.takeOverFree', orderColumns)`
  with expired (of_agent, order_id, opened_on) as materialized (${listExpired} for update skip locked) ${takeOverListed}`
const takeOverAny = statement('orders.takeOverAny', orderColumns)`
  with expired (of_agent, order_id, opened_on) as materialized (${listExpired}) ${takeOverListed}`
const takeOver = claimWithFallback(takeOverFree, takeOverAny)

/** Transaction id (from the claim) and message (from the verdict) are never null. */
const finishedOrder = {
  id: t.uuid,
  reference: t.text,
  status: finalStatus,
  createdOn: t.moment,
  transactionId: t.neverNull(t.text),
  message: t.neverNull(t.text),
}

const isOfStatus = sql`(${t.nullable(finalStatus)('status')}::text is null or status = ${t.nullable(finalStatus)('status')})`

const isCounted = sql`agent_id = ${t.uuid('agentId')} and ${isFinishedOrder} and ${isCreatedInPeriod} and ${isOfStatus}`

const listPage = statement('orders.listPage', { ...ownerColumn, ...finishedOrder })`
  select ${owner}, ${columns(finishedOrder)} from orders where ${isCounted}
  order by created_on desc, id desc offset ${t.bigint('offset')} limit ${t.bigint('limit')}`

/** The daily counters count whole days only, so this statement counts a period whose bounds lie within a day. */
const countFinished = statement('orders.countFinished', { ...ownerColumn, total: t.neverNull(t.bigint) })`
  select ${owner}, count(*) as total from orders where ${isCounted}`

/** The row comparison bounds the index scan, so that a later page of orders costs no more than the first page. */
const isAfter = sql`
  agent_id = ${t.uuid('agentId')} and ${isFinishedOrder} and created_on >= ${t.moment('from')}
  and created_on <= ${t.moment('before')} and (created_on, id) < (${t.moment('before')}, ${t.uuid('beforeId')})
    and ${isOfStatus}`

/**
 * The inner query compares the orders in the index orders_searched, because searches are too rare to justify a separate
 * index.
 */
const searchFinished = statement('orders.search', { ...ownerColumn, ...finishedOrder })`
  select ${owner}, ${columns(finishedOrder)} from orders
  where agent_id = ${t.uuid('agentId')} and created_on >= ${t.moment('from')}
    and created_on <= ${t.moment('before')} and id in
    (select id from orders
     where ${isAfter}
       and (${t.text('text')} = '' or lower(${t.text('text')}) in (lower(reference), lower(transaction_id), id::text))
     order by created_on desc, id desc limit ${t.bigint('limit')})
  order by created_on desc, id desc limit ${t.bigint('limit')}`

const { agentId: _agentId, consent: _consent, device: _device, ...listedOrder } = orderColumns

/** Lists an agent's orders, newest first: an order's id begins with the time of its creation. */
export const listOrdersOfAgent = statement('orders.list', { ...ownerColumn, ...listedOrder })`
  select ${owner}, ${columns(listedOrder)} from orders
  where agent_id = ${t.uuid('agentId')}
    and (${t.nullable(t.text)('status')}::text is null or status = ${t.nullable(t.text)('status')})
    and (${t.nullable(t.moment)('from')}::timestamptz is null or created_on >= ${t.nullable(t.moment)('from')})
    and (${t.nullable(t.moment)('before')}::timestamptz is null or created_on < ${t.nullable(t.moment)('before')})
  order by id desc limit ${t.bigint('limit')}`

/** Compares ids as text, because PostgreSQL cannot compare a uuid with a text that is not a uuid. */
export const findOrdersByAnyId = statement('orders.findByName', {
  mobile: t.nullable(t.text),
  ...listedOrder,
})`
  select (select mobile from agents a where a.id = agent_id) as mobile, ${columns(listedOrder)} from orders
  where reference = ${t.text('name')} or transaction_id = ${t.text('name')} or id::text = lower(${t.text('name')})
  order by id desc limit ${t.bigint('limit')}`

export const countOpenOrders = statement('orders.countOpen', { open: t.neverNull(t.bigint) })`
  select count(*) as open from orders where status in ('INIT', 'SUBMITTING') and expires_on > ${t.moment('at')}`
