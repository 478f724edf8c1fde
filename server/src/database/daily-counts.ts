import { and, eq, gte, sql } from 'drizzle-orm'

import type { CountedEvent, DailyCountStore } from '../domain/stores.ts'
import { builtOnce } from './built-once.ts'
import type { Queryable } from './queryable.ts'
import { dailyCounts } from './schema.ts'

const month = sql<string>`to_char(${dailyCounts.day}, 'YYYY-MM')`

export function dailyCountsIn(db: Queryable): DailyCountStore {
  return {
    async add(agentId, day, event) {
      await addCounts(db, { agentId, day, ...none, [event]: 1 })
    },

    byMonth: (agentId, fromDay) => sumsByMonth(db, { agentId, fromDay }),
  }
}

const none: Record<CountedEvent, number> = { kycSuccess: 0, kycFailure: 0, login: 0 }

const addCounts = builtOnce(db =>
  db
    .insert(dailyCounts)
    .values({
      agentId: sql.placeholder('agentId'),
      day: sql.placeholder('day'),
      kycSuccess: sql.placeholder('kycSuccess'),
      kycFailure: sql.placeholder('kycFailure'),
      login: sql.placeholder('login'),
    })
    .onConflictDoUpdate({
      target: [dailyCounts.agentId, dailyCounts.day],
      set: {
        kycSuccess: sql`${dailyCounts.kycSuccess} + excluded.kyc_success`,
        kycFailure: sql`${dailyCounts.kycFailure} + excluded.kyc_failure`,
        login: sql`${dailyCounts.login} + excluded.login`,
      },
    }),
)

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
