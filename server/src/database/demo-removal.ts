import { eq, inArray, sql, type SQL } from 'drizzle-orm'

import type { DemoData } from '../domain/administration-stores.ts'
import { demoMobiles, demoRole } from './demo-data.ts'
import type { Queryable } from './queryable.ts'
import { addressMarks, agentRoles, agents, orders, quotas, rolePrivileges, roles } from './schema.ts'

/** A bank's table of orders may be long, and has no index by reference. */
const statementMs = 10 * 60_000

export function demoDataIn(db: Queryable): DemoData {
  return {
    async agents() {
      const found = await db
        .select({ mobile: agents.mobile })
        .from(agents)
        .where(eq(agents.isDemo, true))
        .orderBy(agents.mobile)
        .for('update')
      return found.map(({ mobile }) => ({ mobile, isBuiltIn: demoMobiles.includes(mobile) }))
    },

    async remove() {
      await db.execute(sql.raw(`set local statement_timeout = ${statementMs}`))
      const demo = await db
        .select({ id: agents.id, mobile: agents.mobile })
        .from(agents)
        .where(eq(agents.isDemo, true))
      const ids = demo.map(({ id }) => id)
      const mobiles = demo.map(({ mobile }) => mobile)
      const orderCount = await db.$count(orders, inArray(orders.agentId, ids))

      await removeReferences(db, ids)
      await db.delete(addressMarks).where(inArray(addressMarks.mark, mobiles))
      await db.delete(quotas).where(inArray(quotas.subject, ids))
      await removeFromAll(db, 'agent_id', sql`in ${ids}`)
      await removeFromAll(db, 'mobile', sql`in ${mobiles}`)
      await db.delete(agents).where(inArray(agents.id, ids))
      await removeRole(db)
      return { agents: demo.length, orders: orderCount }
    },
  }
}

/** What a reference has behind it by demo agents alone. */
async function removeReferences(db: Queryable, ids: string[]): Promise<void> {
  await db.execute(sql`
    with ours as (select distinct reference from orders where agent_id in ${ids})
    delete from reference_records where reference in (select reference from ours)
      and reference not in (
        select reference from orders where agent_id not in ${ids} and reference in (select reference from ours))`)
}

/**
 * From every table that names an agent so, whichever version made it; what the audit trail says of them stays. Of the
 * agents themselves only at the end, since other tables refer to them.
 */
async function removeFromAll(db: Queryable, column: 'agent_id' | 'mobile', which: SQL): Promise<void> {
  const tables = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and column_name = ${column}
      and table_name <> 'agents' and table_name not like 'audit%'
    order by table_name`)
  for (const { name } of tables)
    await db.execute(sql`delete from ${sql.identifier(name)} where ${sql.identifier(column)} ${which}`)
}

/** The role that came with them, unless somebody else has it by now. */
async function removeRole(db: Queryable): Promise<void> {
  if ((await db.$count(agentRoles, eq(agentRoles.roleId, demoRole))) > 0) return
  await db.delete(rolePrivileges).where(eq(rolePrivileges.roleId, demoRole))
  await db.delete(roles).where(eq(roles.id, demoRole))
}
