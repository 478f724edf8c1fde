import { sql, statement, t, type SqlRunner } from '../link/sql.ts'

/** The id of a demo agent begins so, because the staff may change the mobile and all else of the agent. */
export const demoIdPrefix = '01990000-0000-7000-8000-'

export const demoRole = 'DBS_VIEWER'

export async function refuseDemoAgents(db: SqlRunner): Promise<void> {
  if ((await findDemoAgent(db)).length > 0)
    throw new Error(
      'This database holds demo agents, whose password is public: take them out with `admin demo remove`, or use another database.',
    )
}

const findDemoAgent = statement('demo.findAgent', { id: t.uuid })`
  select id from agents where is_demo limit 1`

export const lockDemoAgents = statement('demo.lockAgents', { id: t.uuid, mobile: t.text })`
  select id, mobile from agents where is_demo order by mobile for update`

/** Keeps the audit trail. */
export async function removeDemoData(db: SqlRunner, ids: string[]): Promise<number> {
  await allowTime(db)
  const { orders } = await countOrders.one(db)
  await removeReferencesAndQuotas(db)
  await removeAddressMarks(db)
  await failProposals(db, { ids })
  await removeProposals(db, { ids })
  await removeFromTables(db)
  await removeAgents(db)
  await removeRole(db, { role: demoRole })
  return orders
}

/** A bank's table of orders may be large and has no index by reference. */
const allowTime = statement('demo.allowTime', { limit: t.neverNull(t.text) })`
  select set_config('statement_timeout', '10min', true) as limit`

const countOrders = statement('demo.countOrders', { orders: t.neverNull(t.bigint) })`
  select count(*) as orders from orders where agent_id in (select id from agents where is_demo)`

/** A reference that an agent of the bank has used as well keeps its records. */
const removeReferencesAndQuotas = statement('demo.removeReferencesAndQuotas')`
  with own as (
      select reference from orders join agents on agents.id = agent_id group by reference having bool_and(is_demo)),
    gone as (delete from reference_records where reference in (select reference from own))
  delete from quotas
  where subject in (select reference from own union all select id::text from agents where is_demo)`

const removeAddressMarks = statement('demo.removeAddressMarks')`
  delete from address_marks where mark in (select mobile from agents where is_demo)`

const isAboutThem = sql`
  exists (select from unnest(${t.uuids('ids')}) as id where strpos(content, id::text) > 0)`

/** No proposal is deleted before its end. */
const failProposals = statement('demo.failProposals')`
  update proposals set state = 'failed', ended_on = now(), result = 'It was about a demo agent.'
  where ended_on is null and ${isAboutThem}`

const removeProposals = statement('demo.removeProposals')`
  delete from proposals where ended_on is not null and ${isAboutThem}`

/** Finds the tables by their columns, since another version of the product may have created some. */
const removeFromTables = statement('demo.removeFromTables')`
  do $$
  declare
    found record;
  begin
    for found in
      select table_name, column_name, case column_name when 'agent_id' then 'id' else 'mobile' end as agent_column
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = current_schema() and table_type = 'BASE TABLE'
        and column_name in ('agent_id', 'mobile') and table_name <> 'agents' and table_name not like 'audit%'
      order by column_name, table_name
    loop
      execute format('delete from %I where %I in (select %I from agents where is_demo)',
        found.table_name, found.column_name, found.agent_column);
    end loop;
  end
  $$`

const removeAgents = statement('demo.removeAgents')`
  delete from agents where is_demo`

const removeRole = statement('demo.removeRole')`
  with free as (
      select id from roles where id = ${t.text('role')} and not exists (select from agent_roles
        where role_id = roles.id)),
    gone as (delete from role_privileges where role_id in (select id from free))
  delete from roles where id in (select id from free)`
