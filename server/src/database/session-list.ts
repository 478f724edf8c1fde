import { and, count, desc, eq, gt, sql } from 'drizzle-orm'

import type { SessionList } from '../domain/administration-stores.ts'
import type { Queryable } from './queryable.ts'
import { agents, sessions } from './schema.ts'

/** Six bytes of the token's hash: enough to tell an agent's few sessions apart. */
const sessionId = sql<string>`encode(substring(${sessions.tokenHash} from 1 for 6), 'hex')`

export function sessionListIn(db: Queryable): SessionList {
  return {
    async list({ mobile, limit }, at) {
      return db
        .select({
          id: sessionId,
          mobile: agents.mobile,
          openedOn: sessions.openedOn,
          lastSeenOn: sessions.lastSeenOn,
          expiresOn: sessions.expiresOn,
        })
        .from(sessions)
        .innerJoin(agents, eq(agents.id, sessions.agentId))
        .where(and(gt(sessions.expiresOn, at), mobile === undefined ? undefined : eq(agents.mobile, mobile)))
        .orderBy(desc(sessions.openedOn))
        .limit(limit)
    },

    async count(agentId, at) {
      const [row] = await db
        .select({ live: count() })
        .from(sessions)
        .where(and(eq(sessions.agentId, agentId), gt(sessions.expiresOn, at)))
      return row?.live ?? 0
    },

    async end(agentId, id, at) {
      const ended = await db
        .delete(sessions)
        .where(and(eq(sessions.agentId, agentId), id === undefined ? undefined : eq(sessionId, id)))
        .returning({ expiresOn: sessions.expiresOn })
      return ended.filter(({ expiresOn }) => expiresOn > at).length
    },
  }
}
