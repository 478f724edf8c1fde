import { indiaDate } from '@ekyc/contract/india-time'

import { latestServerTime } from '../../domain/clocks.ts'
import type { ClaimOutcome } from '../../domain/kyc/kyc-records.ts'
import { sql, statement, t, type SqlRunner } from '../link/sql.ts'

export function createReferenceStore(db: SqlRunner) {
  return {
    /** Reads the results of the reference's settled orders. A running order does not count yet. */
    async history(reference: string, at: Date) {
      const history = await findHistory.first(db, { reference, at, ...daysOf(at) })
      return history ?? { hasSucceeded: false, failuresToday: 0 }
    },

    /**
     * Claims the reference for one order until `release` or `holdUntil`. The claim counts as a failure of the day. A
     * stored claim that ends later than `latestHold` is ignored.
     * @returns the number of failures of the day, with this one; undefined when KYC has succeeded, has failed too often
     * on that day, or is running for another order
     */
    async claim(claim: Omit<Parameters<typeof claimReference>[1], 'day' | 'latestDay'>) {
      return (await claimReference.first(db, { ...claim, ...daysOf(claim.at) }))?.failures
    },

    /** Stores that an order belongs to the reference, so that the bank's staff can find the order by its reference. */
    async addOrder(order: Parameters<typeof addOrder>[1]) {
      await addOrder(db, order)
    },

    /**
     * Ends the order's claim. The failure that was counted in advance stays only after a mismatch.
     * @returns false if the order has no claim
     */
    async release({ reference, orderId, at, end }: Release) {
      const succeededOn = end === 'verified' ? at : null
      const notFailed = end === 'mismatched' ? 0 : 1
      return (await releaseReference(db, { reference, orderId, succeededOn, notFailed })).length === 1
    },
  }
}

type Release = { reference: string; orderId: string; at: Date; end: ClaimOutcome }

/** A claim counts a failure at its beginning, so the failure of a running claim is subtracted. */
const findHistory = statement('references.find', {
  hasSucceeded: t.neverNull(t.boolean),
  failuresToday: t.neverNull(t.integer),
})`
  select succeeded_on is not null as has_succeeded,
    case when (failures_on in (${t.day('day')}, ${t.day('latestDay')})) is not true then 0
      when claimed_until > ${t.moment('at')} then failures - 1 else failures end as failures_today
  from reference_records where reference = ${t.text('reference')}`

function daysOf(at: Date): { day: string; latestDay: string } {
  return { day: indiaDate(at), latestDay: indiaDate(latestServerTime(at)) }
}

/**
 * The next day counts too if another server's clock has reached it, so that two servers do not restart the count
 * alternately around midnight.
 */
const isSameDay = sql`
  (reference_records.failures_on in (excluded.failures_on, ${t.day('latestDay')})) is true`

/** The row lock serializes claims. No row means that the reference cannot be claimed. */
const claimReference = statement('references.claim', { failures: t.integer })`
  insert into reference_records (reference, failures_on, failures, claimed_by, claimed_until)
  values (${t.text('reference')}, ${t.day('day')}, 1, ${t.uuid('orderId')}, ${t.moment('holdUntil')})
  on conflict (reference) do update set
    failures = case when ${isSameDay} then reference_records.failures + 1 else 1 end,
    failures_on = case when ${isSameDay} then reference_records.failures_on else excluded.failures_on end,
    claimed_by = excluded.claimed_by,
    claimed_until = excluded.claimed_until
  where reference_records.succeeded_on is null
    and (not (${isSameDay}) or reference_records.failures < ${t.integer('mostFailures')})
    and (reference_records.claimed_until is null or reference_records.claimed_until <= ${t.moment('at')}
      or reference_records.claimed_until > ${t.moment('latestHold')})
  returning failures`

const addOrder = statement('references.addOrder')`
  insert into reference_orders (reference, order_id, agent_id, created_on)
  values (${t.text('reference')}, ${t.uuid('id')}, ${t.uuid('agentId')}, ${t.moment('createdOn')})
  on conflict do nothing`

const releaseReference = statement('references.release', { reference: t.text })`
  update reference_records set
    failures = failures - ${t.integer('notFailed')},
    succeeded_on = coalesce(${t.nullable(t.moment)('succeededOn')}, succeeded_on),
    claimed_by = null,
    claimed_until = null
  where reference = ${t.text('reference')} and claimed_by = ${t.uuid('orderId')}
  returning reference`
