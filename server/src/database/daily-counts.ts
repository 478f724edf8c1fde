import { and, eq, gte, sql } from 'drizzle-orm'

import type { CountedEvent, DailyCountStore } from '../domain/stores.ts'
import { builtOnce } from './built-once.ts'
import type { Queryable } from './queryable.ts'
import { dailyCounts } from './schema.ts'

const month = sql<string>`to_char(${dailyCounts.day}, 'YYYY-MM')`

export function dailyCountsIn(db: Queryable): DailyCountStore {
  return {
    async add(agentId, day, event) {
      await db
        .insert(dailyCounts)
        .values({ agentId, day, [event]: 1 })
        .onConflictDoUpdate({
          target: [dailyCounts.agentId, dailyCounts.day],
          set: { [event]: sql`${dailyCounts[event]} + 1` },
        })
    },

    byMonth: (agentId, fromDay) => sumsByMonth(db, { agentId, fromDay }),
  }
}

const sumsByMonth = builtOnce(db =>
  db
    .select({ month, kycSuccess: sum('kycSuccess'), kycFailure: sum('kycFailure'), login: sum('login') })
    .from(dailyCounts)
    .where(
      and(
        eq(dailyCounts.agentId, sql.placeholder('agentId')),
        gte(dailyCounts.day, sql.placeholder('fromDay')),
      ),
    )
    .groupBy(month)
    .orderBy(month),
)

function sum(event: CountedEvent) {
  return sql<number>`sum(${dailyCounts[event]})::integer`
}
