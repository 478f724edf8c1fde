import { and, asc, eq, sql } from 'drizzle-orm'

import type { RoleDirectory } from '../domain/administration-stores.ts'
import type { Queryable } from './queryable.ts'
import { agentRoles, roles, withheldPrivileges } from './schema.ts'

export function roleDirectoryIn(db: Queryable): RoleDirectory {
  return {
    async list() {
      return db
        .select({
          role: roles.id,
          privileges: sql<string[]>`array(
            select p.privilege from role_privileges p where p.role_id = roles.id order by 1)`,
          agents: sql<number>`(select count(*) from agent_roles r where r.role_id = roles.id)::integer`,
        })
        .from(roles)
        .orderBy(asc(roles.id))
    },

    async names() {
      const rows = await db.select().from(roles).orderBy(asc(roles.id))
      return rows.map(({ id }) => id)
    },

    async grant(agentId, roleId) {
      const granted = await db
        .insert(agentRoles)
        .values({ agentId, roleId })
        .onConflictDoNothing()
        .returning({ roleId: agentRoles.roleId })
      return granted.length > 0
    },

    async revoke(agentId, roleId) {
      const revoked = await db
        .delete(agentRoles)
        .where(and(eq(agentRoles.agentId, agentId), eq(agentRoles.roleId, roleId)))
        .returning({ roleId: agentRoles.roleId })
      return revoked.length > 0
    },

    async withhold(agentId, privilege) {
      const withheld = await db
        .insert(withheldPrivileges)
        .values({ agentId, privilege })
        .onConflictDoNothing()
        .returning({ privilege: withheldPrivileges.privilege })
      return withheld.length > 0
    },

    async restore(agentId, privilege) {
      const restored = await db
        .delete(withheldPrivileges)
        .where(and(eq(withheldPrivileges.agentId, agentId), eq(withheldPrivileges.privilege, privilege)))
        .returning({ privilege: withheldPrivileges.privilege })
      return restored.length > 0
    },

    async withheldOf(agentId) {
      const rows = await db
        .select({ privilege: withheldPrivileges.privilege })
        .from(withheldPrivileges)
        .where(eq(withheldPrivileges.agentId, agentId))
        .orderBy(asc(withheldPrivileges.privilege))
      return rows.map(({ privilege }) => privilege)
    },
  }
}
