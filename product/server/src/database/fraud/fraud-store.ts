import type { AlertState, FraudRuleName } from '@ekyc/contract/console/fraud-rules'

import type { FraudCounts, FraudFinding, WatchedOrder } from '../../domain/fraud/fraud-rules.ts'
import {
  bigint,
  boolean,
  day,
  json,
  jsonOf,
  moment,
  neverNull,
  nullable,
  text,
  textOf,
  textsOf,
  uuid,
  uuids,
} from '../link/column-types.ts'
import type { SqlRunner } from '../link/sql-runner.ts'
import { columns, sql, statement } from '../link/sql.ts'

/** No call waits for these statements. */
export function createFraudStore(db: SqlRunner) {
  return {
    /**
     * Adds the orders of one server to the orders of all servers. Other servers wait until the transaction ends.
     * @returns `newest` has those that were not stored before. `orders` has the orders of the same agents and customers,
     * oldest first. `units` has the agents who used the same scanners.
     */
    async add(batch: (WatchedOrder & { orderId: string })[], since: { orders: Date; units: Date }) {
      const added = { noted: JSON.stringify(batch) }
      await takeTurn(db)
      const inserted = new Set((await insertOrders(db, added)).map(({ orderId }) => orderId))
      await insertUnits(db, added)
      const [orders, units] = await Promise.all([
        listOrders(db, { ...added, since: since.orders }),
        listUnits(db, { ...added, since: since.units }),
      ])
      return { newest: orders.filter(({ orderId }) => inserted.has(orderId)), orders, units }
    },

    /**
     * Opens or updates an alert by the last finding of each rule and agent, unless it began before the agent's last
     * alert of its rule was closed. Stops an agent if the bank wants this for the rule.
     */
    async raise(findings: FraudFinding[], at: Date): Promise<void> {
      if (findings.length === 0) return
      const stopped = await raiseAlerts(db, { findings: JSON.stringify(findings), at })
      const ids = stopped.flatMap(({ agentId, stops }) => (stops ? [agentId] : []))
      if (ids.length > 0) await setStopped(db, { ids, isStopped: true })
    },

    tellActive: (ids: string[], onDay: string) => markActive(db, { ids, day: onDay }),
  }
}

/** One server at a time judges orders, and sees all orders that others wrote. */
const takeTurn = statement('fraud.takeTurn')`
  select from pg_advisory_xact_lock(5207112037)`

const noted = sql`
  jsonb_to_recordset(${json('noted')}) as noted ("orderId" uuid, at bigint, "agentId" uuid, customer text, unit text,
    outcome text)`

const insertOrders = statement('fraud.insertOrders', { orderId: uuid })`
  insert into watched_orders (order_id, at, agent_id, customer, unit, outcome)
  select "orderId", to_timestamp(at / 1000.0), "agentId", decode(customer, 'hex'), decode(unit, 'hex'), outcome from ${noted}
  on conflict do nothing returning order_id`

/** At most once an hour, because a scanner serves one agent all day. */
const insertUnits = statement('fraud.insertUnits')`
  insert into watched_units (unit, agent_id, last_on)
  select decode(unit, 'hex'), "agentId", to_timestamp(max(at) / 1000.0) from ${noted}
  where unit is not null group by 1, 2 order by 1, 2
  on conflict (unit, agent_id) do update set last_on = excluded.last_on
  where watched_units.last_on < excluded.last_on - interval '1 hour'`

const watchedOrder = {
  orderId: uuid,
  at: neverNull(bigint),
  agentId: uuid,
  customer: neverNull(text),
  unit: nullable(text),
  outcome: textOf<WatchedOrder['outcome']>(),
}

const listOrders = statement('fraud.listOrders', watchedOrder)`
  select order_id, (extract(epoch from at) * 1000)::bigint as at, agent_id, encode(customer, 'hex') as customer,
    encode(unit, 'hex') as unit, outcome
  from watched_orders kept
  where kept.at > ${moment('since')} and (agent_id = any(array(select "agentId" from ${noted}))
    or customer = any(array(select decode(noted.customer, 'hex') from ${noted})))
  order by kept.at, order_id`

const listUnits = statement('fraud.listUnits', { unit: neverNull(text), agentId: uuid })`
  select encode(unit, 'hex') as unit, agent_id from watched_units
  where last_on > ${moment('since')} and unit = any(array(select decode(noted.unit, 'hex') from ${noted}))`

const raiseAlerts = statement('fraud.raise', { agentId: uuid, stops: boolean })`
  insert into fraud_alerts (rule, agent_id, began_on, last_on, facts, stops, opened_on)
  select distinct on ("agentId", rule) rule, "agentId", "from", at, facts, stops, ${moment('at')}
  from jsonb_to_recordset(${json('findings')}) as found (rule text, "agentId" uuid, "from" timestamptz, at timestamptz,
    facts jsonb, stops boolean)
  where not exists (select from fraud_alerts closed where closed.agent_id = "agentId" and closed.rule = found.rule
    and closed.closed_on > "from")
  order by "agentId", rule, at desc
  on conflict (agent_id, rule) where closed_on is null
    do update set last_on = excluded.last_on, facts = excluded.facts, stops = fraud_alerts.stops or excluded.stops
  returning agent_id, stops`

const setStopped = statement('fraud.setStopped')`
  update agent_standing set is_stopped = ${boolean('isStopped')}
  where agent_id = any(${uuids('ids')}) and is_stopped <> ${boolean('isStopped')}`

/** If a server dies before, the nightly count writes the day. */
const markActive = statement('fraud.markActive')`
  update agent_standing set last_order_on = ${day('day')}
  where agent_id = any(${uuids('ids')}) and last_order_on < ${day('day')}`

const alert = {
  number: bigint,
  rule: textOf<FraudRuleName>(),
  agentId: uuid,
  beganOn: moment,
  lastOn: moment,
  facts: jsonOf<FraudCounts>(),
  stops: boolean,
  openedOn: moment,
  takenOn: nullable(moment),
  takenBy: text,
  closedOn: nullable(moment),
  closedBy: text,
  why: text,
}

const state = sql`
  case when closed_on is not null then 'closed' when taken_on is not null then 'taken' else 'new' end`

export const listAlerts = statement('fraud.listAlerts', {
  ...alert,
  state: neverNull(textOf<AlertState>()),
  /** Null if the agent was erased. */
  agentName: nullable(text),
})`
  select ${columns(alert)}, ${state} as state,
    (select nullif(name, '') from agents a where a.id = agent_id) as agent_name
  from fraud_alerts
  where ${state} = any(${textsOf<AlertState>()('states')})
    and (${nullable(uuid)('ofAgent')}::uuid is null or agent_id = ${nullable(uuid)('ofAgent')})
  order by number desc limit ${bigint('limit')}`

export const takeAlert = statement('fraud.takeAlert', { agentId: uuid, rule: text })`
  update fraud_alerts set taken_on = ${moment('at')}, taken_by = ${text('takenBy')}
  where number = ${bigint('number')} and taken_on is null and closed_on is null returning agent_id, rule`

const closeOne = statement('fraud.closeAlert', {
  agentId: uuid,
  rule: text,
  isStopped: neverNull(boolean),
})`
  update fraud_alerts closed set closed_on = ${moment('at')}, closed_by = ${text('closedBy')}, why = ${text('why')}
  where number = ${bigint('number')} and closed_on is null
  returning agent_id, rule, exists (select from fraud_alerts other where other.agent_id = closed.agent_id
    and other.number <> closed.number and other.closed_on is null and other.stops) as is_stopped`

export async function closeAlert(db: SqlRunner, closing: Parameters<typeof closeOne.first>[1]) {
  const closed = await closeOne.first(db, closing)
  if (closed) await setStopped(db, { ids: [closed.agentId], isStopped: closed.isStopped })
  return closed
}

export const countOpenAlerts = statement('fraud.countOpen', { open: neverNull(bigint) })`
  select count(*) as open from fraud_alerts where closed_on is null`
