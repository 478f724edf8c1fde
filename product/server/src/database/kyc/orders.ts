import type { AuthoritySource } from '@ekyc/contract/authority-errors'
import type { KeptConsent } from '@ekyc/contract/shapes'
import { finalStatuses } from '@ekyc/contract/words'

import {
  type StoredDevice,
  type OrderKey,
  type OrderStore,
  orderOutcomes,
  orderStatuses,
} from '../../domain/kyc/kyc-stores.ts'
import { Conflict } from '../../domain/stores.ts'
import { allTime, monthOf } from '../../domain/calendar.ts'
import { isUuid, momentOfId, nilId } from '../../domain/ids.ts'
import { claimWithFallback, columns, ownerColumn, owner, sql, statement } from '../link/sql.ts'
import { isFinishedOrder, findPeriodOfPage } from './daily-counts.ts'
import {
  bigint,
  bytes,
  json,
  jsonOf,
  moment,
  neverNull,
  nullable,
  oneOf,
  text,
  textOf,
  uuid,
} from '../link/column-types.ts'
import type { SqlRunner } from '../link/sql-runner.ts'

const takenOverAtOnce = 50

export function createOrderStore(db: SqlRunner): OrderStore {
  return {
    async find(agentId, id) {
      if (!isUuid(id)) return undefined
      const madeOn = momentOfId(id)
      const month = madeOn && madeOn < allTime.before ? monthOf(madeOn) : allTime
      const found = await findOrder.first(db, { agentId, id, ...month })
      // The second query reads all months, because an id that another program made may contain another month's time.
      return found ?? (month === allTime ? undefined : findOrder.first(db, { agentId, id, ...allTime }))
    },

    findOpen: (agentId, reference, opened = allTime) => findOpen.first(db, { agentId, reference, ...opened }),

    async expire(key, at) {
      const place = placeOf(key)
      await expireOrder(db, { ...place, at })
    },

    async open(order) {
      const orderRows = await insertOrder(db, order)
      if (orderRows.length === 0) throw new Conflict()
    },

    async claim({ order: key, consent, device, steps = {}, ...claim }) {
      const place = placeOf(key)
      const orderRows = await claimOrder(db, {
        ...claim,
        ...place,
        consent: consent && JSON.stringify(consent),
        device: JSON.stringify(device),
        steps: JSON.stringify(steps),
      })
      if (orderRows.length === 0) throw new Conflict()
    },

    async useCapture({ captureHashes, ...use }) {
      const captureRows = await Promise.all(
        captureHashes.map(captureHash => useCapture(db, { ...use, captureHash })),
      )
      return captureRows.every(({ length }) => length === 1)
    },

    async settle({ order: key, verdict, steps = {}, ...settle }) {
      const place = placeOf(key)
      const settled = await settleOrder.first(db, {
        ...settle,
        ...place,
        ...verdict,
        steps: JSON.stringify(steps),
      })
      if (!settled) throw new Conflict()
      return settled
    },

    takeOverExpired: ({ at, latestLease, opened = allTime }, newLease) =>
      takeOver(db, { at, latestLease, ...opened, ...newLease, limit: takenOverAtOnce }),

    async page({ offset, limit, agentId, status, from = allTime.from, before = allTime.before }) {
      const query = { agentId, from, before, status }
      const { place, total } = await findPeriodOfPage(db, { ...query, offset, limit })
      const [orders, counted] = await Promise.all([
        place ? listPage(db, { agentId, status, ...place, limit }) : [],
        total === undefined ? countFinished.one(db, query) : { total },
      ])
      return { orders, ...counted }
    },

    search({ text: sought, after, from = allTime.from, before = allTime.before, ...search }) {
      const last = after && after.createdOn < before ? after : { createdOn: before, id: nilId }
      const period = { ...search, from, before: last.createdOn, beforeId: last.id }
      return searchFinished(db, { ...period, text: sought })
    },
  }
}

function placeOf({ agentId, id, createdOn }: OrderKey) {
  return { agentId, id, ...monthOf(createdOn) }
}

const orderStatus = oneOf(orderStatuses)
const finalStatus = oneOf(finalStatuses)
const outcome = oneOf(orderOutcomes)
const errorSource = textOf<AuthoritySource>()

export const orderColumns = {
  agentId: uuid,
  id: uuid,
  reference: text,
  status: orderStatus,
  createdOn: moment,
  expiresOn: moment,
  transactionId: nullable(text),
  outcome: nullable(outcome),
  message: nullable(text),
  errorSource: nullable(errorSource),
  errorCode: nullable(text),
  action: nullable(text),
  completedOn: nullable(moment),
  consent: nullable(jsonOf<KeptConsent>()),
  device: nullable(jsonOf<StoredDevice>()),
}

/** Selects the orders of a period. If the period is one month, PostgreSQL reads only the partition of this month. */
export const isCreatedInPeriod = sql`created_on >= ${moment('from')} and created_on < ${moment('before')}`
const isOrder = sql`agent_id = ${uuid('agentId')} and id = ${uuid('id')} and ${isCreatedInPeriod}`

const findOrder = statement('orders.find', orderColumns)`
  select ${columns(orderColumns)} from orders where ${isOrder}`

const openOrder = { agentId: uuid, id: uuid, status: orderStatus, createdOn: moment, expiresOn: moment }

const findOpen = statement('orders.findOpen', openOrder)`
  select ${columns(openOrder)} from orders
  where agent_id = ${uuid('agentId')} and reference = ${text('reference')} and status in ('INIT', 'SUBMITTING')
    and ${isCreatedInPeriod}`

const expireOrder = statement('orders.expire')`
  update orders set status = 'EXPIRED'
  where ${isOrder} and status = 'INIT' and expires_on <= ${moment('at')}`

const insertOrder = statement('orders.open', { agentId: uuid })`
  insert into orders (agent_id, id, reference, status, created_on, expires_on)
  values (${uuid('agentId')}, ${uuid('id')}, ${text('reference')}, 'INIT', ${moment('createdOn')},
    ${moment('expiresOn')})
  on conflict do nothing returning agent_id`

const claimOrder = statement('orders.claim', { agentId: uuid })`
  update orders set status = 'SUBMITTING', lease_token = ${uuid('leaseToken')},
    lease_until = ${moment('leaseUntil')}, transaction_id = ${text('transactionId')},
    consent = ${nullable(json)('consent')}, device = ${json('device')},
    steps = ${json('steps')}
  where ${isOrder} and status = 'INIT' and expires_on > ${moment('at')}
  returning agent_id`

const useCapture = statement('orders.useCapture', { agentId: uuid })`
  insert into used_captures (capture_hash, agent_id, order_id, used_on)
  values (${bytes('captureHash')}, ${uuid('agentId')}, ${uuid('orderId')}, ${moment('at')})
  on conflict do nothing returning agent_id`

const settleOrder = statement('orders.settle', orderColumns)`
  update orders set status = ${finalStatus('status')}, outcome = ${outcome('outcome')}, message = ${text('message')},
    error_source = ${nullable(errorSource)('errorSource')}, error_code = ${nullable(text)('errorCode')},
    authority_code = ${nullable(text)('authorityCode')}, action = ${nullable(text)('action')},
    steps = coalesce(steps, '{}') || ${json('steps')}, completed_on = ${moment('at')}, lease_token = null, lease_until = null
  where ${isOrder} and status = 'SUBMITTING' and lease_token = ${uuid('leaseToken')}
  returning ${columns(orderColumns)}`

const isExpired = sql`
  status = 'SUBMITTING' and (lease_until <= ${moment('at')} or lease_until > ${moment('latestLease')})`

const listExpired = sql`
  select agent_id, id, created_on from orders where ${isExpired} and ${isCreatedInPeriod}
  order by lease_until limit ${bigint('limit')}`
const takeOverListed = sql`
  update orders set lease_token = ${uuid('leaseToken')}, lease_until = ${moment('leaseUntil')}
  from expired where agent_id = of_agent and id = order_id and created_on = opened_on and ${isExpired} and ${isCreatedInPeriod}
  returning ${columns(orderColumns)}`

const takeOverFree = statement('orders.takeOverFree', orderColumns)`
  with expired (of_agent, order_id, opened_on) as materialized (${listExpired} for update skip locked) ${takeOverListed}`
const takeOverAny = statement('orders.takeOverAny', orderColumns)`
  with expired (of_agent, order_id, opened_on) as materialized (${listExpired}) ${takeOverListed}`
const takeOver = claimWithFallback(takeOverFree, takeOverAny)

/** Transaction id (from the claim) and message (from the verdict) are never null. */
const finishedOrder = {
  id: uuid,
  reference: text,
  status: finalStatus,
  createdOn: moment,
  transactionId: neverNull(text),
  message: neverNull(text),
}

const isOfStatus = sql`(${nullable(finalStatus)('status')}::text is null or status = ${nullable(finalStatus)('status')})`

const isCounted = sql`agent_id = ${uuid('agentId')} and ${isFinishedOrder} and ${isCreatedInPeriod} and ${isOfStatus}`

const listPage = statement('orders.listPage', { ...ownerColumn, ...finishedOrder })`
  select ${owner}, ${columns(finishedOrder)} from orders where ${isCounted}
  order by created_on desc, id desc offset ${bigint('offset')} limit ${bigint('limit')}`

/** Counts the finished orders of a period whose bounds lie within a day. The daily counters have whole days only. */
const countFinished = statement('orders.countFinished', { ...ownerColumn, total: neverNull(bigint) })`
  select ${owner}, count(*) as total from orders where ${isCounted}`

/** The row comparison bounds the index scan, so that a later page of orders costs no more than the first page. */
const isAfter = sql`
  agent_id = ${uuid('agentId')} and ${isFinishedOrder} and created_on >= ${moment('from')}
  and created_on <= ${moment('before')} and (created_on, id) < (${moment('before')}, ${uuid('beforeId')}) and ${isOfStatus}`

/**
 * Searches an agent's finished orders of a period. An empty text finds all of them. The inner query compares them in the
 * index orders_searched, because searches are too rare to justify a separate index.
 */
const searchFinished = statement('orders.search', { ...ownerColumn, ...finishedOrder })`
  select ${owner}, ${columns(finishedOrder)} from orders
  where agent_id = ${uuid('agentId')} and created_on >= ${moment('from')} and created_on <= ${moment('before')} and id in
    (select id from orders
     where ${isAfter}
       and (${text('text')} = '' or lower(${text('text')}) in (lower(reference), lower(transaction_id), id::text))
     order by created_on desc, id desc limit ${bigint('limit')})
  order by created_on desc, id desc limit ${bigint('limit')}`

// The following statements are for the admin command line.

const { agentId: _agentId, consent: _consent, device: _device, ...listedOrder } = orderColumns

/** Lists an agent's orders, newest first: an order's id begins with the time of its creation. */
export const listOrdersOfAgent = statement('orders.list', { ...ownerColumn, ...listedOrder })`
  select ${owner}, ${columns(listedOrder)} from orders
  where agent_id = ${uuid('agentId')}
    and (${nullable(text)('status')}::text is null or status = ${nullable(text)('status')})
    and (${nullable(moment)('from')}::timestamptz is null or created_on >= ${nullable(moment)('from')})
    and (${nullable(moment)('before')}::timestamptz is null or created_on < ${nullable(moment)('before')})
  order by id desc limit ${bigint('limit')}`

/** Compares ids as text, because PostgreSQL cannot compare a uuid with a text that is not a uuid. */
export const findOrdersByAnyId = statement('orders.findByName', { mobile: nullable(text), ...listedOrder })`
  select (select mobile from agents a where a.id = agent_id) as mobile, ${columns(listedOrder)} from orders
  where reference = ${text('name')} or transaction_id = ${text('name')} or id::text = lower(${text('name')})
  order by id desc limit ${bigint('limit')}`

export const countOpenOrders = statement('orders.countOpen', { open: neverNull(bigint) })`
  select count(*) as open from orders where status in ('INIT', 'SUBMITTING') and expires_on > ${moment('at')}`
