import type { AlertState, FraudRuleName } from '@ekyc/contract/console/fraud-rules'

import type { FraudCounts, FraudFinding, WatchedOrder } from '../../domain/fraud/fraud-rules.ts'
import { columns, sql, statement, t, type SqlRunner } from '../link/sql.ts'

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

/** One server at a time judges orders, and sees all orders that others wrote. A close of an alert waits as well. */
const takeTurn = statement('fraud.takeTurn')`
  select from pg_advisory_xact_lock(5207112037)`

const noted = sql`
  jsonb_to_recordset(${t.json('noted')}) as noted ("orderId" uuid, at bigint, "agentId" uuid, customer text, unit text,
    outcome text)`

const insertOrders = statement('fraud.insertOrders', { orderId: t.uuid })`
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
  orderId: t.uuid,
  at: t.neverNull(t.bigint),
  agentId: t.uuid,
  customer: t.neverNull(t.text),
  unit: t.nullable(t.text),
  outcome: t.textOf<WatchedOrder['outcome']>(),
}

const listOrders = statement('fraud.listOrders', watchedOrder)`
  select order_id, (extract(epoch from at) * 1000)::bigint as at, agent_id, encode(customer, 'hex') as customer,
    encode(unit, 'hex') as unit, outcome
  from watched_orders kept
  where kept.at > ${t.moment('since')} and (agent_id = any(array(select "agentId" from ${noted}))
    or customer = any(array(select decode(noted.customer, 'hex') from ${noted})))
  order by kept.at, order_id`

const listUnits = statement('fraud.listUnits', { unit: t.neverNull(t.text), agentId: t.uuid })`
  select encode(unit, 'hex') as unit, agent_id from watched_units
  where last_on > ${t.moment('since')} and unit = any(array(select decode(noted.unit, 'hex') from ${noted}))`

const raiseAlerts = statement('fraud.raise', { agentId: t.uuid, stops: t.boolean })`
  insert into fraud_alerts (rule, agent_id, began_on, last_on, facts, stops, opened_on)
  select distinct on ("agentId", rule) rule, "agentId", "from", at, facts, stops, ${t.moment('at')}
  from jsonb_to_recordset(${t.json('findings')}) as found (rule text, "agentId" uuid, "from" timestamptz, at timestamptz,
    facts jsonb, stops boolean)
  where not exists (select from fraud_alerts closed where closed.agent_id = "agentId" and closed.rule = found.rule
    and closed.closed_on > "from")
  order by "agentId", rule, at desc
  on conflict (agent_id, rule) where closed_on is null
    do update set last_on = excluded.last_on, facts = excluded.facts, stops = fraud_alerts.stops or excluded.stops
  returning agent_id, stops`

const setStopped = statement('fraud.setStopped')`
  update agent_standing set is_stopped = ${t.boolean('isStopped')}
  where agent_id = any(${t.uuids('ids')}) and is_stopped <> ${t.boolean('isStopped')}`

/** If a server dies before, the nightly count writes the day. */
const markActive = statement('fraud.markActive')`
  update agent_standing set last_order_on = ${t.day('day')}
  where agent_id = any(${t.uuids('ids')}) and last_order_on < ${t.day('day')}`

const alert = {
  number: t.bigint,
  rule: t.textOf<FraudRuleName>(),
  agentId: t.uuid,
  beganOn: t.moment,
  lastOn: t.moment,
  facts: t.jsonOf<FraudCounts>(),
  stops: t.boolean,
  openedOn: t.moment,
  takenOn: t.nullable(t.moment),
  takenBy: t.text,
  closedOn: t.nullable(t.moment),
  closedBy: t.text,
  why: t.text,
}

const state = sql`
  case when closed_on is not null then 'closed' when taken_on is not null then 'taken' else 'new' end`

export const listAlerts = statement('fraud.listAlerts', {
  ...alert,
  state: t.neverNull(t.textOf<AlertState>()),
  /** Null if the agent was erased. */
  agentName: t.nullable(t.text),
})`
  select ${columns(alert)}, ${state} as state,
    (select nullif(name, '') from agents a where a.id = agent_id) as agent_name
  from fraud_alerts
  where ${state} = any(${t.textsOf<AlertState>()('states')})
    and (${t.nullable(t.uuid)('ofAgent')}::uuid is null or agent_id = ${t.nullable(t.uuid)('ofAgent')})
  order by number desc limit ${t.bigint('limit')}`

export const takeAlert = statement('fraud.takeAlert', { agentId: t.uuid, rule: t.text })`
  update fraud_alerts set taken_on = ${t.moment('at')}, taken_by = ${t.text('takenBy')}
  where number = ${t.bigint('number')} and taken_on is null and closed_on is null returning agent_id, rule`

const closeOne = statement('fraud.closeAlert', {
  agentId: t.uuid,
  rule: t.text,
  isStopped: t.neverNull(t.boolean),
})`
  update fraud_alerts closed set closed_on = ${t.moment('at')}, closed_by = ${t.text('closedBy')}, why = ${t.text('why')}
  where number = ${t.bigint('number')} and closed_on is null
  returning agent_id, rule, exists (select from fraud_alerts other where other.agent_id = closed.agent_id
    and other.number <> closed.number and other.closed_on is null and other.stops) as is_stopped`

/** Takes its turn, so that no alert that a server is raising, and no other close, is left unseen. */
export async function closeAlert(db: SqlRunner, closing: Parameters<typeof closeOne.first>[1]) {
  await takeTurn(db)
  const closed = await closeOne.first(db, closing)
  if (closed) await setStopped(db, { ids: [closed.agentId], isStopped: closed.isStopped })
  return closed
}

export const countOpenAlerts = statement('fraud.countOpen', { open: t.neverNull(t.bigint) })`
  select count(*) as open from fraud_alerts where closed_on is null`
