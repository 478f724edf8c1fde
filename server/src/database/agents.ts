import type { Privilege } from '@ekyc/contract/words'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'

import type { AgentStore } from '../domain/stores.ts'
import { builtOnce } from './built-once.ts'
import { given } from './given.ts'
import type { Queryable } from './queryable.ts'
import { agentRoles, agents, rolePrivileges } from './schema.ts'

const agentByMobile = builtOnce(db =>
  db
    .select()
    .from(agents)
    .where(eq(agents.mobile, sql.placeholder('mobile'))),
)

export function agentsIn(db: Queryable): AgentStore {
  return {
    async findByMobile(mobile) {
      const [agent] = await agentByMobile(db, { mobile })
      return agent
    },

    async holdUnchanged({ id, mobile, passwordHash }) {
      const [held] = await holdAgent(db, { id, mobile })
      return held !== undefined && held.passwordHash === passwordHash
    },

    async rolesOf(agentId) {
      const rows = await db
        .select()
        .from(agentRoles)
        .where(eq(agentRoles.agentId, agentId))
        .orderBy(asc(agentRoles.roleId))
      return rows.map(row => row.roleId)
    },

    async privilegesOf(agentId, roleId) {
      const rows = await db
        .select({ privilege: rolePrivileges.privilege })
        .from(rolePrivileges)
        .where(
          and(
            eq(rolePrivileges.roleId, roleId),
            sql`not exists (select from withheld_privileges w
              where w.agent_id = ${agentId} and w.privilege = ${rolePrivileges.privilege})`,
          ),
        )
        .orderBy(asc(rolePrivileges.privilege))
      return rows.map(row => row.privilege as Privilege)
    },

    async setPassword(agentId, passwordHash) {
      await putPassword(db, { agentId, passwordHash })
    },

    async replacePasswordHash(agentId, from, to) {
      await replaceHash(db, { agentId, from, to })
    },
  }
}

const holdAgent = builtOnce(db =>
  db
    .select({ passwordHash: agents.passwordHash })
    .from(agents)
    .where(
      and(
        eq(agents.id, sql.placeholder('id')),
        eq(agents.mobile, sql.placeholder('mobile')),
        isNull(agents.disabledOn),
        eq(agents.resetDemanded, false),
      ),
    )
    .for('no key update'),
)

const putPassword = builtOnce(db =>
  db
    .update(agents)
    .set({ passwordHash: given(agents.passwordHash, 'passwordHash'), resetDemanded: false })
    .where(eq(agents.id, sql.placeholder('agentId'))),
)

const replaceHash = builtOnce(db =>
  db
    .update(agents)
    .set({ passwordHash: given(agents.passwordHash, 'to') })
    .where(and(eq(agents.id, sql.placeholder('agentId')), eq(agents.passwordHash, sql.placeholder('from')))),
)
