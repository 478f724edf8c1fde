import { indiaDate, startOfIndiaDay } from '@ekyc/contract/india-time'
import { and, count, eq, gte, lt, sql, type SQL } from 'drizzle-orm'

import type { OrderQuery } from '../domain/stores.ts'
import { builtOnce } from './built-once.ts'
import type { Queryable } from './queryable.ts'
import { dailyCounts, orders } from './schema.ts'

const dayMs = 24 * 3_600_000

/**
 * How many finished orders a list has. Whole India days are added up from the daily counters, which the transaction of
 * a verdict raises with it; only what a bound cuts off of a day is counted order by order. So it costs by the days of
 * an agent, never by the orders.
 */
export async function finishedTotal(
  db: Queryable,
  query: OrderQuery,
  isFinished: (query: OrderQuery) => SQL | undefined,
): Promise<number> {
  const { days, pieces } = wholeDays(query)
  if (pieces.length === 0) {
    const { from = firstDay, before = endOfDays } = days
    const [whole] = await totalOfDays(db, { agentId: query.agentId, from, before })
    return whole?.total ?? 0
  }
  const ofDays = db
    .select({ sum: sql`coalesce(sum(${finishedOn}), 0)` })
    .from(dailyCounts)
    .where(
      and(
        eq(dailyCounts.agentId, query.agentId),
        days.from === undefined ? undefined : gte(dailyCounts.day, days.from),
        days.before === undefined ? undefined : lt(dailyCounts.day, days.before),
      ),
    )
  const ofPieces = pieces.map(piece =>
    db
      .select({ orders: count() })
      .from(orders)
      .where(isFinished({ ...query, ...piece })),
  )
  const terms = [ofDays, ...ofPieces].map(term => sql`(${term})`)
  const [row] = await db.execute<{ total: number }>(
    sql`select (${sql.join(terms, sql` + `)})::integer as total`,
  )
  return row?.total ?? 0
}

/** Every day lies between these. */
const firstDay = '0001-01-01'
const endOfDays = '9999-12-31'

const finishedOn = sql`${dailyCounts.kycSuccess} + ${dailyCounts.kycFailure}`

/** By far the most lists: of all orders, or of whole days. */
const totalOfDays = builtOnce(db =>
  db
    .select({ total: sql<number>`coalesce(sum(${finishedOn}), 0)::integer` })
    .from(dailyCounts)
    .where(
      and(
        eq(dailyCounts.agentId, sql.placeholder('agentId')),
        gte(dailyCounts.day, sql.placeholder('from')),
        lt(dailyCounts.day, sql.placeholder('before')),
      ),
    ),
)

type Period = Pick<OrderQuery, 'from' | 'before'>

/** The India days that lie wholly within the bounds, and what is left of the days at either end. */
function wholeDays({ from, before }: Period): {
  days: { from: string | undefined; before: string | undefined }
  pieces: Period[]
} {
  const first = from && indiaDate(new Date(from.getTime() + dayMs - 1))
  const end = before && indiaDate(before)
  const days = { from: first, before: end }
  if (first && end && first > end) return { days, pieces: [{ from, before }] }
  const firstBegins = first && startOfIndiaDay(first)
  const endBegins = end && startOfIndiaDay(end)
  return {
    days,
    pieces: [
      ...(from && firstBegins && from < firstBegins ? [{ from, before: firstBegins }] : []),
      ...(before && endBegins && endBegins < before ? [{ from: endBegins, before }] : []),
    ],
  }
}
