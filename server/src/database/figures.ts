import { and, count, gt, gte, inArray, min, sql, type SQL } from 'drizzle-orm'

import {
  agentStandings,
  type AgentStanding,
  type Figures,
  type FigureStore,
} from '../domain/administration-stores.ts'
import type { CountedEvent } from '../domain/stores.ts'
import { hasStanding } from './agent-directory.ts'
import { isIn } from './outbox-list.ts'
import type { Queryable } from './queryable.ts'
import { agents, dailyCounts, orders, outbox, sessions } from './schema.ts'

const month = sql<string>`to_char(${dailyCounts.day}, 'YYYY-MM')`
const sum = (event: CountedEvent) => sql<number>`sum(${dailyCounts[event]})`.mapWith(Number)

export function figuresIn(db: Queryable): FigureStore {
  return {
    async read(at, fromDay) {
      const [live] = await db.select({ sessions: count() }).from(sessions).where(gt(sessions.expiresOn, at))
      const [open] = await db
        .select({ orders: count() })
        .from(orders)
        .where(and(inArray(orders.status, ['INIT', 'SUBMITTING']), gt(orders.expiresOn, at)))
      const [waiting] = await db
        .select({ messages: count(), oldestOn: min(outbox.createdOn) })
        .from(outbox)
        .where(isIn.waiting)
      const [dead] = await db.select({ messages: count() }).from(outbox).where(isIn.dead)
      return {
        agents: await agentFigures(at),
        liveSessions: live?.sessions ?? 0,
        openOrders: open?.orders ?? 0,
        outbox: {
          waiting: waiting?.messages ?? 0,
          oldestWaitingOn: waiting?.oldestOn ?? null,
          dead: dead?.messages ?? 0,
        },
        months: await db
          .select({
            month,
            kycSuccess: sum('kycSuccess'),
            kycFailure: sum('kycFailure'),
            login: sum('login'),
          })
          .from(dailyCounts)
          .where(gte(dailyCounts.day, fromDay))
          .groupBy(month)
          .orderBy(month),
      }
    },
  }

  async function agentFigures(at: Date): Promise<Figures['agents']> {
    const counted = agentStandings.map(standing => {
      const number = sql<number>`count(*) filter (where ${hasStanding[standing](at)})`.mapWith(Number)
      return [standing, number] as const
    })
    const byStanding = Object.fromEntries(counted) as Record<AgentStanding, SQL<number>>
    const [row] = await db.select({ total: count(), ...byStanding }).from(agents)
    if (!row) throw new Error('a count has a row')
    return row
  }
}
