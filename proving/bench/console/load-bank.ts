import { Client } from 'pg'

import { dropIndexes } from '../growth/load-orders.ts'
import { sqlOf } from '../measure/counter.ts'

export const months = 84
export const models = 20
/** The number of the agent who has a hundredth of all orders. */
export const bigAgent = 1
export const rareModel = 'RARE'
export const busyReference = 'BUSY'

type BankSize = { orders: number; agents: number }

/**
 * Fills a migrated database with the data of a bank for the `months` months before `end`: agents with names, branches
 * and search words, orders of all months, and the references and devices of the orders. The transaction ids of the last
 * year contain the month; older transaction ids do not.
 */
export async function loadBank(
  url: string,
  { orders, agents }: BankSize,
  { end, isCluster, onProgress }: { end: Date; isCluster: boolean; onProgress: (what: string) => void },
): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'`)
    if (!isCluster) await client.query(`set session_replication_role = 'replica'`)
    const { rows } = await client.query<{ from: Date; before: Date }>(
      `select m as from, m + interval '1 month' as before from generate_series(
         date_trunc('month', $1::timestamptz at time zone 'Asia/Kolkata') - $2 * interval '1 month',
         date_trunc('month', $1::timestamptz at time zone 'Asia/Kolkata'), interval '1 month') m`,
      [end, months - 1],
    )
    for (const { from } of rows)
      await client.query(
        `select add_months('orders', $1::timestamp at time zone 'Asia/Kolkata',
        $1::timestamp at time zone 'Asia/Kolkata', 1)`,
        [from],
      )
    onProgress(`${rows.length} months`)
    const indexes = isCluster ? [] : await dropIndexes(client, ['orders', 'reference_orders'])
    for (const statement of insertAgents(agents)) await client.query(statement)
    onProgress('agents')
    const ofMonth = Math.ceil(orders / months)
    for (const [month] of rows.entries()) {
      const values = [end, months - 1 - month, month * ofMonth, (month + 1) * ofMonth, agents]
      await client.query(insertOrders(month >= months - 12), values)
      if (month % 12 === 11) onProgress(`orders of ${month + 1} months`)
    }
    await client.query(`insert into reference_orders (reference, order_id, agent_id, created_on)
      select reference, id, agent_id, created_on from orders`)
    onProgress('references')
    for (const { definition } of indexes) await client.query(definition)
    onProgress('indexes')
    await client.query(insertDevices(agents), [end])
    await client.query('vacuum (analyze)')
    onProgress('vacuum')
  } finally {
    await client.end()
  }
}

const names = (words: string) =>
  `(array[${words
    .split(' ')
    .map(word => `'${word}'`)
    .join(',')}])`
const first = names(
  'Asha Ravi Meena Imran Lakshmi Arjun Neha Priya Sunil Kavita Rahul Anita Farhan Deepa Vikram Geeta Mohan',
)
const last = names(
  'Verma Kumar Iyer Shaikh Nair Menon Kulkarni Sharma Patel Reddy Das Ghosh Khan Joshi Rao Pillai Singh Gupta Bose',
)

function insertAgents(agents: number): string[] {
  const id = sqlOf.agentId('n::text')
  return [
    `insert into agents (id, mobile, name, email, address_line1, address_line2, branch, password_hash, disabled_on,
       created_on)
     select ${id}, ${sqlOf.mobile('n::text')}, ${first}[1 + n % 17] || ' ' || ${last}[1 + (n / 17) % 19] || ' ' || n,
       'agent' || n || '@agents.example', '12 Market Road', 'Pune', 'B' || lpad((n % 1200)::text, 4, '0'), 'none',
       case when n % 500 = 0 then now() end, now()
     from generate_series(1, ${agents}) n`,
    `insert into agent_roles (agent_id, role_id) select ${id}, 'DBS_AGENT' from generate_series(1, ${agents}) n`,
    `insert into agent_words (word, agent_id)
     select distinct word, id from agents, regexp_split_to_table(lower(name), ' ') word`,
    `insert into agent_standing (agent_id, last_order_on, orders_30, verified_30, is_counted)
     select ${id}, date '2027-01-01' + (n % 60)::integer, n % 90, n % 60, true from generate_series(1, ${agents}) n`,
  ]
}

/**
 * Returns SQL that inserts the orders of one month. Its parameters are the end of all orders, the age of the month in
 * months, the number of the first order, the number after the last order, and the number of agents.
 */
function insertOrders(tellsMonth: boolean): string {
  const time = `lpad(to_hex((extract(epoch from created_on) * 1000)::bigint), 12, '0')`
  const idOf = (seed: string) =>
    `${time} || '7' || substr(md5(${seed}), 1, 3) || '8' || substr(md5(${seed}), 4, 15)`
  const transaction = tellsMonth ? idOf(`'t' || n`) : `overlay(md5('t' || n) placing '4' from 13)`
  return `
    insert into orders (agent_id, id, reference, status, created_on, expires_on, transaction_id, outcome, message,
      error_source, error_code, completed_on, device)
    select agent_id, (${idOf('n::text')})::uuid, reference,
      case when has_failed then 'KYC_FAILURE' else 'KYC_SUCCESS' end, created_on, created_on + interval '1 day',
      'UKC:' || ${transaction}, case when has_failed then 'refused' else 'verified' end, 'said',
      case when has_failed then 'authentication' end, case when has_failed then '300' end,
      created_on + interval '40 seconds',
      jsonb_build_object('dpId', 'DP', 'rdsId', 'RDS', 'rdsVer', '1.0.' || n % 5, 'mi', model)
    from (
      select n, n % 4 = 3 as has_failed,
        ${sqlOf.agentId(`case when n % 100 = 0 then '${bigAgent}' else (2 + n % ($5::bigint - 1))::text end`)} as agent_id,
        case when n % 200000 = 17 then '${busyReference}' else 'BANK' || n / 2 end as reference,
        case when n % 500000 = 9 then '${rareModel}' else 'MODEL-' || n % ${models} end as model,
        began + (n - $3::bigint + 0.5) / ($4::bigint - $3::bigint) * (ended - began) as created_on
      from generate_series($3::bigint, $4::bigint - 1) n,
        (select (month - $2::integer * interval '1 month') at time zone 'Asia/Kolkata' as began,
           least((month - ($2::integer - 1) * interval '1 month') at time zone 'Asia/Kolkata', $1::timestamptz) as ended
         from date_trunc('month', $1::timestamptz at time zone 'Asia/Kolkata') month) as span) as planned
    order by n`
}

function insertDevices(agents: number): string {
  return `
    with units as (
      insert into device_units
      select decode(md5(n::text), 'hex'), 'MODEL-' || n % ${models}, 'DP', 'RDS', '1.0.' || n % 5,
        ${sqlOf.agentId('n::text')}, $1::timestamptz - interval '1 year', $1::timestamptz - n * interval '1 minute',
        $1::timestamptz + n * interval '1 minute' from generate_series(1, ${agents}) n),
    counts as (
      insert into device_models
      select ($1::timestamptz)::date - day, 'MODEL-' || model, 'DP', 'RDS', '1.0.' || driver, 700, 200, $1::timestamptz
      from generate_series(0, 89) day, generate_series(0, ${models - 1}) model, generate_series(0, 4) driver)
    select 1`
}
