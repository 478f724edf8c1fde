import { shownStatuses } from '@ekyc/contract/console/order-verdicts'
import { readableMoment } from '@ekyc/contract/console/shapes/common'
import { orderShapes } from '@ekyc/contract/console/shapes/orders'
import { startOfIndiaDay } from '@ekyc/contract/india-time'
import { Type } from 'typebox'

import {
  findNthNewestOrder,
  findOrderInPeriod,
  findOrderOfTransaction,
  searchOrdersOfAgent,
  listOrdersOfReference,
  searchOrdersOfPeriod,
  readOrdersByKeys,
  type FoundOrder,
} from '../../database/kyc/order-search.ts'
import { findOrdersByAnyId, listOrdersOfAgent as readOrders } from '../../database/kyc/orders.ts'
import type { SqlRunner } from '../../database/link/sql.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { dayMs } from '../../domain/clocks.ts'
import { type Period, allTime, orderRetentionYears, yearsBefore, monthOf } from '../../domain/calendar.ts'
import { firstIdAt, maxId, momentOfId, monthOfId } from '../../domain/ids.ts'
import { defineAct, actInput, listLimitSchema, type ActContext } from '../act.ts'
import { lockNamedAgent } from '../agents/act-on-agent.ts'

/** The largest number of orders that a filtered list reads. A list that stops there tells how far it has looked. */
const mostRead = 20_000

const transactionIdForm = /^ukc:([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/**
 * A page of orders, the newest first.
 * @property next the id before which the next page starts
 * @property lookedUntil the time down to which the list was searched, if the page is not full
 */
type PageOfOrders = {
  orders: FoundOrder[]
  next?: string | undefined
  lookedUntil?: Date | undefined
}

type Wanted = Parameters<typeof pageOfFoundOrders.run>[1]

const { after: _after, limit: _limit, ...filters } = orderShapes.listOrders.request.properties

export const pageOfFoundOrders = defineAct({
  name: 'order.page',
  input: actInput({
    ...filters,
    beforeId: Type.Optional(Type.String({ format: 'uuid' })),
    limit: Type.Integer({ minimum: 1 }),
  }),
  async run(action, wanted): Promise<PageOfOrders> {
    const { row, db } = action
    const { agent: agentId, reference, model, day, status, beforeId = maxId, limit } = wanted
    row.subject = [model, day, status].filter(Boolean).join(', ')
    if (agentId !== undefined) row.agentId = agentId
    if (reference !== undefined) {
      const page = await findOrdersOfReference(db, reference, wanted)
      // The audit row omits a reference that no order has, since the text may be anything, even an id number.
      const name = page.orders.length > 0 ? reference : 'no order'
      row.subject = [name, row.subject].filter(Boolean).join(', ')
      return { ...page, orders: page.orders.filter(order => isWanted(order, wanted)) }
    }
    if (agentId !== undefined) {
      const filter = { agentId, beforeId, model, status, ...(periodOfDay(day) ?? allTime) }
      return pageOf(await searchOrdersOfAgent(db, { ...filter, limit: limit + 1 }), limit)
    }
    if (model === undefined && day === undefined)
      throw new CommandRefused('Name an agent, a reference, a device model or a day.')
    return ofTime(action, wanted)
  },
})

/** Finds the order with this id. The id contains the time of the order, so the query reads one month. */
export async function findOrderById(db: SqlRunner, id: string): Promise<FoundOrder | undefined> {
  const month = monthOfId(id)
  return month && findOrderInPeriod.first(db, { id, ...month })
}

/**
 * Finds the order of a transaction, whose id contains the time of the claim. The order was opened in that month or at
 * most a week earlier.
 */
export async function findOrderByTransaction(db: SqlRunner, text: string): Promise<FoundOrder | undefined> {
  const [, ...parts] = transactionIdForm.exec(text.toLowerCase()) ?? []
  const claimed = monthOfId(parts.join('-'))
  if (!claimed) return undefined
  const monthBefore = monthOf(new Date(claimed.from.getTime() - dayMs))
  const opened = { from: monthBefore.from, before: claimed.before }
  return findOrderOfTransaction.first(db, { transactionId: `UKC:${parts.join('')}`, ...opened })
}

export async function findOrdersOfReference(
  db: SqlRunner,
  reference: string,
  { beforeId = maxId, limit }: { beforeId?: string | undefined; limit: number },
): Promise<PageOfOrders> {
  const keys = await listOrdersOfReference(db, { reference, beforeId, limit: limit + 1 })
  const page = pageOf(keys, limit)
  return { ...page, orders: await readOrdersByKeys(db, page.orders) }
}

async function ofTime({ db, at, policy }: ActContext, wanted: Wanted): Promise<PageOfOrders> {
  const { day, model, status, limit, beforeId: last } = wanted
  const month = monthOf(last === undefined ? at : (momentOfId(last) ?? justBefore(last)))
  const period = periodOfDay(day) ?? month
  const range = { ...period, fromId: firstIdAt(period.from), beforeId: last ?? firstIdAt(period.before) }
  const isFiltered = model !== undefined || status !== undefined
  const nth = isFiltered ? await findNthNewestOrder.first(db, { ...range, skipped: mostRead - 1 }) : undefined
  const bound = nth?.id
  const within = { ...range, fromId: bound ?? range.fromId, model, status }
  const orders = await searchOrdersOfPeriod(db, { ...within, limit: limit + 1 })
  if (orders.length > limit) return pageOf(orders, limit)
  if (bound !== undefined) return { orders, next: bound, lookedUntil: momentOfId(bound) }
  const oldest = yearsBefore(at, orderRetentionYears(policy()))
  if (day !== undefined || month.from <= oldest) return { orders }
  return { orders, next: firstIdAt(month.from), lookedUntil: month.from }
}

function pageOf<Row extends { id: string }>(rows: Row[], limit: number) {
  const orders = rows.slice(0, limit)
  return { orders, next: rows.length > limit ? orders.at(-1)?.id : undefined }
}

function isWanted(order: FoundOrder, { agent, model, day, status }: Wanted): boolean {
  const period = periodOfDay(day)
  return (
    (agent === undefined || order.agentId === agent) &&
    (model === undefined || order.device?.mi === model) &&
    (status === undefined || order.status === status) &&
    (!period || (order.createdOn >= period.from && order.createdOn < period.before))
  )
}

function periodOfDay(day: string | undefined): Period | undefined {
  const from = day === undefined ? undefined : startOfIndiaDay(day)
  // India has no daylight saving time, so each day has 24 hours.
  return from && { from, before: new Date(from.getTime() + dayMs) }
}

/** Returns the time of an id minus 1 ms. `momentOfId` cannot read ids of `firstIdAt`, which have no UUID version. */
function justBefore(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 13).replace('-', ''), 16) - 1)
}

export const listOrders = defineAct({
  name: 'order.list',
  input: actInput({
    agent: Type.String(),
    status: Type.Optional(Type.Enum([...shownStatuses])),
    from: Type.Optional(readableMoment),
    before: Type.Optional(readableMoment),
    limit: listLimitSchema,
  }),
  async run(action, { agent: named, status, from, before, ...only }) {
    const agent = await lockNamedAgent(action, named)
    const [after, end] = [from, before].map(at => (at === undefined ? undefined : new Date(at)))
    return readOrders(action.db, { ...only, status, from: after, before: end, agentId: agent.id })
  },
})

export const findOrders = defineAct({
  name: 'order.find',
  input: actInput({ text: Type.String(), limit: listLimitSchema }),
  async run({ db, row }, told) {
    const name = told.text.trim()
    const matches = await findOrdersByAnyId(db, { name, limit: told.limit })
    // The audit row omits a text that matches no order: the text may be anything, even an id number.
    row.subject = matches.length > 0 ? `${name}: ${matches.length} orders` : 'no order has it'
    return matches
  },
})
