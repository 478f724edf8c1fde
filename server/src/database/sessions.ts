import type { Privilege } from '@ekyc/contract/words'
import { and, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'

import type { SessionStore } from '../domain/stores.ts'
import { builtOnce } from './built-once.ts'
import type { Queryable } from './queryable.ts'
import { agents, sessions } from './schema.ts'

/** A session seen within this is not written again: an idle limit is minutes long, and reads are many. */
const seenAgainMs = 60_000

/** No session has been idle since then. */
const longAgo = new Date(0)

const callerOf = builtOnce(db =>
  db
    .select({
      agentId: agents.id,
      mobile: agents.mobile,
      name: agents.name,
      email: agents.email,
      addressLine1: agents.addressLine1,
      addressLine2: agents.addressLine2,
      lastSeenOn: sessions.lastSeenOn,
      roles: sql<
        string[]
      >`array(select role_id from agent_roles r where r.agent_id = ${agents.id} order by 1)`,
      privileges: sql<Privilege[]>`array(
        select distinct p.privilege from agent_roles r join role_privileges p using (role_id)
        where r.agent_id = ${agents.id} and not exists (select from withheld_privileges w
          where w.agent_id = r.agent_id and w.privilege = p.privilege)
        order by 1)`,
    })
    .from(sessions)
    .innerJoin(agents, eq(agents.id, sessions.agentId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.expiresOn, sql.placeholder('at')),
        gt(sessions.lastSeenOn, sql.placeholder('idleSince')),
        isNull(agents.disabledOn),
      ),
    ),
)

export function sessionsIn(db: Queryable): SessionStore {
  return {
    async open(session, keep) {
      const { agentId } = session
      await Promise.all([endOldest(db, { agentId, keep: keep - 1 }), insertSession(db, session)])
    },

    async findCaller(tokenHash, at, idleSince) {
      const [row] = await callerOf(db, { tokenHash, at, idleSince: idleSince ?? longAgo })
      if (!row) return undefined
      const { lastSeenOn, ...caller } = row
      if (idleSince && at.getTime() - lastSeenOn.getTime() > seenAgainMs)
        await db.update(sessions).set({ lastSeenOn: at }).where(eq(sessions.tokenHash, tokenHash))
      return caller
    },

    async end(tokenHash) {
      await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
    },

    async endIfOver(tokenHash, at, idleSince) {
      await endOver(db, { tokenHash, at, idleSince: idleSince ?? longAgo })
    },

    async endAllOf(agentId) {
      await endSessions(db, { agentId })
    },
  }
}

const endOldest = builtOnce(db => {
  const oldest = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(eq(sessions.agentId, sql.placeholder('agentId')))
    .orderBy(desc(sessions.openedOn))
    .offset(sql.placeholder('keep'))
  return db.delete(sessions).where(inArray(sessions.tokenHash, oldest))
})

const insertSession = builtOnce(db =>
  db.insert(sessions).values({
    tokenHash: sql.placeholder('tokenHash'),
    agentId: sql.placeholder('agentId'),
    openedOn: sql.placeholder('openedOn'),
    expiresOn: sql.placeholder('expiresOn'),
    lastSeenOn: sql.placeholder('openedOn'),
  }),
)

const endOver = builtOnce(db =>
  db
    .delete(sessions)
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        or(
          lte(sessions.expiresOn, sql.placeholder('at')),
          lte(sessions.lastSeenOn, sql.placeholder('idleSince')),
        ),
      ),
    ),
)

const endSessions = builtOnce(db =>
  db.delete(sessions).where(eq(sessions.agentId, sql.placeholder('agentId'))),
)
