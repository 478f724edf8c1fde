import { indiaDate, startOfIndiaDay } from '@ekyc/contract/india-time'
import { and, count, eq, gte, lt, sql, type SQL } from 'drizzle-orm'

import type { OrderQuery } from '../domain/stores.ts'
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
  const ofDays = db
    .select({ sum: sql`coalesce(sum(${dailyCounts.kycSuccess} + ${dailyCounts.kycFailure}), 0)` })
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
