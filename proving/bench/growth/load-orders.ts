import { Client } from 'pg'

import { agentCount, insertAgents, sqlOf } from '../measure/counter.ts'

export const bigAgent = 1
export const ordinaryAgent = 2

const mostOfOneAgent = 100_000
const ofOrdinaryAgents = 1_000
const days = 730
export const chunk = 250_000
const loadedTables = ['orders', 'reference_records', 'daily_counts']

/**
 * Fills a migrated database with `orders` finished orders, which are spread evenly over the last two years and written
 * in the order of their creation. One agent has 100,000 orders (in a smaller load, all but 1,000), and other agents
 * have 1,000 each. The function also writes the agents' daily counts and the records of the references, but no audit
 * rows. It needs a superuser.
 * @returns the number of agents with orders; agent 1 has the most
 */
export async function loadOrders({
  url,
  orders,
  onProgress = () => {},
}: {
  url: string
  orders: number
  onProgress?: (share: number, what: string) => void
}): Promise<number> {
  const load = planLoad(orders)
  const client = new Client(url)
  await client.connect()
  try {
    await client.query('begin')
    // PostgreSQL writes no WAL for tables that this transaction has emptied, if wal_level is minimal.
    await client.query(emptyForLoad)
    await client.query("set local session_replication_role = 'replica'")
    await client.query("set local maintenance_work_mem = '512MB'")
    await client.query("set local work_mem = '256MB'")
    await client.query(addMonthsOfLoad)
    const indexes = await dropIndexes(client, loadedTables)
    await client.query(insertAgentsOf(load))
    for (let from = 0; from < orders; from += chunk) {
      const before = Math.min(from + chunk, orders)
      await client.query(insertOrders('orders', `(${plannedOrders(load, { from, before })}) as planned`))
      onProgress((0.6 * before) / orders, 'orders')
    }
    await client.query(insertReferences('reference_records', 'orders'))
    onProgress(0.67, 'references')
    await client.query(insertDailyCounts)
    onProgress(0.72, 'daily counts')
    for (const [done, { definition, name }] of indexes.entries()) {
      await client.query(definition)
      onProgress(0.72 + (0.2 * (done + 1)) / indexes.length, name)
    }
    await client.query('commit')
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
    onProgress(1, 'vacuum')
    return load.ordinaryAgents + 1
  } finally {
    await client.end()
  }
}

export type PlannedLoad = Record<'orders' | 'bigOrders' | 'ordinaryAgents', number>

export function planLoad(orders: number): PlannedLoad {
  const bigOrders = Math.min(mostOfOneAgent, orders - ofOrdinaryAgents)
  return { orders, bigOrders, ordinaryAgents: Math.ceil((orders - bigOrders) / ofOrdinaryAgents) }
}

/** Returns SQL that inserts the agents of a load, among them the `agentCount` agents that make the benches' calls. */
export function insertAgentsOf({ ordinaryAgents }: PlannedLoad): string {
  return insertAgents({
    count: Math.max(ordinaryAgents + 1, agentCount),
    createdOn: "now() - interval '3 years'",
    passwordHash: 'null',
  })
}

/** The table `orders` is not empty before the load, because the demo agents have orders. */
export const emptyForLoad = `truncate ${loadedTables.join(', ')}`

export const addMonthsOfLoad = `
  select add_months('orders', now() - interval '${days + 1} days', now() + interval '92 days', 1)`

/** Drops indexes, because they slow down a load. @returns their names, and the SQL that creates the indexes again */
export async function dropIndexes(client: Client, tables: readonly string[]) {
  const { rows: keys } = await client.query<{ of: string; name: string; definition: string }>(
    `select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype in ('p', 'u') and (conrelid = any ($1::regclass[])
       or conrelid in (select inhrelid from pg_inherits where inhparent = any ($1::regclass[])))`,
    [tables],
  )
  for (const key of keys) await client.query(`alter table ${key.of} drop constraint ${key.name}`)
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = any ($1::text[])
       or to_regclass(tablename) in (select inhrelid from pg_inherits where inhparent = any ($1::text[]::regclass[]))`,
    [tables],
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  const remade = keys.map(({ of, name, definition }) => ({
    name,
    definition: `alter table ${of} add constraint ${name} ${definition}`,
  }))
  return [...remade, ...indexes]
}

export function plannedOrders(
  { orders, bigOrders, ordinaryAgents }: PlannedLoad,
  { from, before }: { from: number; before: number },
): string {
  const ofBig = (number: string) => `floor((${number}) * ${bigOrders / orders}::float8)::bigint`
  return `
    select n, 'LOAD' || lpad(n::text, 9, '0') as reference,
      case when n % 4 = 3 then 'KYC_FAILURE' else 'KYC_SUCCESS' end as status,
      ${sqlOf.agentId(`(case when ${ofBig('n + 1')} > ${ofBig('n')} then ${bigAgent}
          else ${ordinaryAgent} + (n - ${ofBig('n')}) % ${ordinaryAgents} end)::text`)} as agent_id,
      current_date - interval '${days} days' + n * ${(days * 86_400) / orders} * interval '1 second' as created_on
    from generate_series(${from}::bigint, ${before - 1}::bigint) n`
}

/** The ids of the orders are UUIDs of version 7, which begin with the order's time. */
export function insertOrders(table: string, planned: string): string {
  return `
    insert into ${table} (agent_id, id, reference, status, created_on, expires_on, transaction_id, consent, outcome, message,
      error_source, error_code, authority_code, completed_on)
    select agent_id,
      (lpad(to_hex((extract(epoch from created_on) * 1000)::bigint), 12, '0') ||
        overlay(overlay(substr(md5(n::text), 13) placing '7' from 1) placing '8' from 5))::uuid,
      reference, status, created_on, created_on + interval '1 day', 'UKC:' || md5('t' || n),
      '{"version": "1", "language": "en", "givenOn": "2026-01-01T00:00:00.000Z"}',
      case when has_failed then 'refused' else 'verified' end,
      case when has_failed then 'Biometric data did not match. (300)' else 'Identity verified successfully.' end,
      case when has_failed then 'authentication' end, case when has_failed then '300' end,
      case when not has_failed then md5('c' || n) end, ${completedOn}
    from (select *, status = 'KYC_FAILURE' as has_failed from ${planned}) as finished
    order by n`
}

const completedOn = "created_on + interval '40 seconds'"

export function insertReferences(table: string, planned: string): string {
  return `
    insert into ${table} (reference, succeeded_on, failures_on, failures)
    select reference, case when status = 'KYC_SUCCESS' then ${completedOn} end,
      case when status = 'KYC_FAILURE' then (${completedOn})::date end, case when status = 'KYC_FAILURE' then 1 else 0 end
    from ${planned}`
}

export const insertDailyCounts = `
  insert into daily_counts (agent_id, day, kyc_success, kyc_failure, login, reasons)
  select agent_id, (created_on at time zone 'Asia/Kolkata')::date as day,
    count(*) filter (where status = 'KYC_SUCCESS'), count(*) filter (where status = 'KYC_FAILURE'), 1,
    jsonb_build_object('fingerprint_not_matched', count(*) filter (where status = 'KYC_FAILURE'))
  from orders group by agent_id, day order by day, agent_id`
