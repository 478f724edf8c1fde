import {
  failuresWithoutVerdict,
  isCodeWithoutVerdict,
  verdictText,
  verifiedText,
} from '@ekyc/contract/refusals'

import { json } from '../../../server/src/database/link/column-types.ts'
import { sql, statement, type SqlRunner } from '../../../server/src/database/link/sql.ts'
import { dayMs } from '../../../server/src/domain/clocks.ts'
import { newId } from '../../../server/src/domain/ids.ts'
import { scannerOf, type DemoAgent } from './demo-agents.ts'
import type { DemoOrder, Failure } from './demo-orders.ts'

/** The name that stands in each order of the demo where other orders name the server that settled them. */
const server = 'demo data'

/** @param event the id of the message that brings the result to the bank */
export function orderRow(
  agent: DemoAgent,
  reference: string,
  { createdOn, completedOn, failure }: DemoOrder,
  event?: string,
) {
  const before = (ms: number) => completedOn.getTime() - ms
  return {
    agent_id: agent.id,
    id: newId(createdOn),
    reference,
    status: failure ? 'KYC_FAILURE' : 'KYC_SUCCESS',
    created_on: createdOn,
    expires_on: new Date(createdOn.getTime() + dayMs),
    transaction_id: `UKC:${newId(createdOn).replaceAll('-', '')}`,
    outcome: outcomeOf(failure),
    message: messageOf(failure),
    error_source: failure?.source ?? null,
    error_code: failure?.code ?? null,
    completed_on: completedOn,
    device: scannerOf(agent),
    steps: {
      captured: before(4_000),
      claimed: before(2_500),
      server,
      fetched: before(2_300),
      asked: before(2_200),
      ...(failure?.code !== 'authority_timeout' && { answered: before(100) }),
      event,
    },
  }
}

/** The rows of a statement, few enough for a statement's time on a slow machine. */
const rowsAtOnce = 1_000

/** Inserts finished orders with everything that the server keeps of them, except the audit trail. */
export async function insertDemoOrders(db: SqlRunner, rows: ReturnType<typeof orderRow>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await insertOrders(db, { orders: JSON.stringify(rows.slice(from, from + rowsAtOnce)) })
}

function outcomeOf(failure: Failure | undefined): string {
  if (!failure) return 'verified'
  if (failure.source) return 'refused'
  return failure.code === 'authority_timeout' ? 'timed-out' : 'broken'
}

function messageOf(failure: Failure | undefined): string {
  if (!failure) return verifiedText
  if (failure.source) return verdictText(failure.source, failure.code)
  return isCodeWithoutVerdict(failure.code) ? failuresWithoutVerdict[failure.code] : failure.code
}

const written = sql`
  agent_id, id, reference, status, created_on, expires_on, transaction_id, outcome, message, error_source, error_code,
  completed_on, device, steps`
const dayOfOrder = sql`(created_on at time zone interval '5:30')::date`

/** Makes up log-ins: two on a day with more than 6 orders, else one. Days are those in India. */
const insertOrders = statement('demo.insertOrders')`
  with given as materialized (
    select ${written} from jsonb_populate_recordset(null::orders, ${json('orders')})
  ), added_orders as (
    insert into orders (${written}) select ${written} from given
  ), added_references as (
    insert into reference_records (reference, succeeded_on)
    select reference, max(completed_on) filter (where status = 'KYC_SUCCESS') from given group by reference
    on conflict (reference) do update
      set succeeded_on = coalesce(reference_records.succeeded_on, excluded.succeeded_on)
  ), added_reference_orders as (
    insert into reference_orders (reference, order_id, agent_id, created_on)
    select reference, id, agent_id, created_on from given
  ), counted_days as (
    insert into daily_counts (agent_id, day, kyc_success, kyc_failure, login)
    select agent_id, ${dayOfOrder}, count(*) filter (where status = 'KYC_SUCCESS'),
      count(*) filter (where status = 'KYC_FAILURE'), case when count(*) > 6 then 2 else 1 end
    from given group by 1, 2
    on conflict (agent_id, day) do update set kyc_success = daily_counts.kyc_success + excluded.kyc_success,
      kyc_failure = daily_counts.kyc_failure + excluded.kyc_failure
  ), counted_models as (
    insert into device_models (day, model, maker, service, driver, verified, failed, last_seen_on)
    select ${dayOfOrder}, device ->> 'mi', device ->> 'dpId', device ->> 'rdsId', device ->> 'rdsVer',
      count(*) filter (where outcome = 'verified'), count(*) filter (where outcome = 'refused'), max(completed_on)
    from given where outcome in ('verified', 'refused') group by 1, 2, 3, 4, 5
    on conflict (day, model, maker, service, driver) do update set
      verified = device_models.verified + excluded.verified, failed = device_models.failed + excluded.failed,
      last_seen_on = greatest(device_models.last_seen_on, excluded.last_seen_on)
  ), seen_scanners as (
    insert into device_units
      (unit, model, maker, service, driver, agent_id, first_seen_on, last_seen_on, certificate_ends_on)
    select decode(device ->> 'unit', 'hex'), min(device ->> 'mi'), min(device ->> 'dpId'), min(device ->> 'rdsId'),
      min(device ->> 'rdsVer'), agent_id, min(completed_on), max(completed_on), max(completed_on) + interval '200 days'
    from given group by 1, agent_id
    on conflict (unit) do update set last_seen_on = greatest(device_units.last_seen_on, excluded.last_seen_on)
  )
  update agent_standing set last_order_on = newest.on_day
  from (select agent_id, max(${dayOfOrder}) as on_day from given group by 1) as newest
  where agent_standing.agent_id = newest.agent_id and last_order_on < newest.on_day`
