import { and, asc, eq, gt, ilike, inArray, like, or, sql, type SQL } from 'drizzle-orm'

import type { AgentDirectory, AgentStanding } from '../domain/administration-stores.ts'
import type { Agent } from '../domain/stores.ts'
import type { Queryable } from './queryable.ts'
import { agentRoles, agents, loginAttempts, oneTimePasswords } from './schema.ts'

/** Far below the 65,535 parameters that one statement may have. */
const rowsAtOnce = 1_000

export function agentDirectoryIn(db: Queryable): AgentDirectory {
  return {
    async findForUpdate(mobile) {
      // Not `for update`: that would hold up the agent's own log-in, whose session refers to this row.
      const [agent] = await db.select().from(agents).where(eq(agents.mobile, mobile)).for('no key update')
      return agent
    },

    async findListed(mobile, at) {
      const [agent] = await db.select(listed(at)).from(agents).where(eq(agents.mobile, mobile))
      return agent
    },

    async list({ standing, role, search, afterMobile, limit }, at) {
      return db
        .select(listed(at))
        .from(agents)
        .where(
          and(
            afterMobile === undefined ? undefined : gt(agents.mobile, afterMobile),
            standing && hasStanding[standing](at),
            role === undefined ? undefined : holdsRole(role),
            search === undefined ? undefined : matches(search),
          ),
        )
        .orderBy(asc(agents.mobile))
        .limit(limit)
    },

    async holdAll(mobiles) {
      const found = new Map<string, Agent>()
      // In one order, so that two files with the same agents wait for each other and never for ever.
      for (const some of chunks(mobiles.toSorted())) {
        const rows = await db
          .select()
          .from(agents)
          .where(inArray(agents.mobile, some))
          .orderBy(asc(agents.mobile))
          .for('no key update')
        for (const agent of rows) found.set(agent.mobile, agent)
      }
      return found
    },

    async add(newAgents, onProgress) {
      for (const some of chunks(newAgents)) {
        const inserted = await db
          .insert(agents)
          .values(some.map(({ roles: _roles, ...agent }) => agent))
          .onConflictDoNothing()
          .returning({ id: agents.id })
        if (inserted.length < some.length) return false
        const roles = some.flatMap(agent => agent.roles.map(roleId => ({ agentId: agent.id, roleId })))
        for (const someRoles of chunks(roles)) await db.insert(agentRoles).values(someRoles)
        onProgress?.(some.length)
      }
      return true
    },

    async update(changed, onProgress) {
      for (const some of chunks(changed)) {
        await db.execute(sql`
          update agents set name = new.name, email = new.email,
            address_line1 = new."addressLine1", address_line2 = new."addressLine2"
          from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
            as new(id uuid, name text, email text, "addressLine1" text, "addressLine2" text)
          where agents.id = new.id`)
        onProgress?.(some.length)
      }
    },

    async changeMobile(agentId, { from, to }) {
      await db.update(agents).set({ mobile: to }).where(eq(agents.id, agentId))
      await db.delete(oneTimePasswords).where(inArray(oneTimePasswords.mobile, [from, to]))
    },

    async setDisabled(agentId, disabledOn) {
      await db.update(agents).set({ disabledOn }).where(eq(agents.id, agentId))
    },

    async demandReset(agentId) {
      await db.update(agents).set({ resetDemanded: true }).where(eq(agents.id, agentId))
    },
  }
}

/**
 * What a standing means for a row; the figures count by the same words. A column of the outer table is written out in
 * a subquery: drizzle leaves the table's name off where it selects from one, and an inner column would be meant.
 */
export const hasStanding: Record<AgentStanding, (at: Date) => SQL> = {
  enabled: () => sql`${agents.disabledOn} is null`,
  disabled: () => sql`${agents.disabledOn} is not null`,
  locked: at => sql`exists (select from login_attempts l
    where l.mobile = agents.mobile and l.blocked_until > ${at.toISOString()})`,
  'no-password': () => sql`${agents.passwordHash} is null`,
  'reset-demanded': () => sql`${agents.resetDemanded}`,
}

function listed(at: Date) {
  return {
    id: agents.id,
    mobile: agents.mobile,
    name: agents.name,
    email: agents.email,
    addressLine1: agents.addressLine1,
    addressLine2: agents.addressLine2,
    hasPassword: sql<boolean>`${agents.passwordHash} is not null`,
    resetDemanded: agents.resetDemanded,
    disabledOn: agents.disabledOn,
    isDemo: agents.isDemo,
    createdOn: agents.createdOn,
    roles: sql<string[]>`array(select r.role_id from agent_roles r where r.agent_id = agents.id order by 1)`,
    lockedUntil: sql<Date | null>`(select max(l.blocked_until) from login_attempts l
      where l.mobile = agents.mobile and l.blocked_until > ${at.toISOString()})`.mapWith(
      loginAttempts.blockedUntil,
    ),
  }
}

function holdsRole(role: string): SQL {
  return sql`exists (select from agent_roles r where r.agent_id = agents.id and r.role_id = ${role})`
}

function matches(search: string): SQL | undefined {
  const literally = search.replace(/[\\%_]/g, '\\$&')
  return or(ilike(agents.name, `%${literally}%`), like(agents.mobile, `${literally}%`))
}

function chunks<T>(all: T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / rowsAtOnce) }, (_, index) =>
    all.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce),
  )
}
