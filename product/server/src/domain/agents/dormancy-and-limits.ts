import { indiaDate } from '@ekyc/contract/india-time'

import { hourMs } from '../clocks.ts'
import type { Policy } from '../policy.ts'
import { Refused, Throttled } from '../call-errors.ts'
import type { Stores } from '../stores.ts'
import type { Caller } from './agents.ts'
import { createQuota, type Quota } from './quotas.ts'

/** @throws Refused for a dormant or stopped operator, who may log in and read the history but not do a KYC */
export function refuseStoppedOrDormant(caller: Caller, at: Date, policy: Policy): void {
  if (caller.isStopped) throw new Refused('operator_stopped')
  if (isDormant(caller, at, policy)) throw new Refused('operator_dormant')
}

export function isDormant(
  { activeOn, kycOn }: Pick<Caller, 'activeOn' | 'kycOn'>,
  at: Date,
  policy: Policy,
): boolean {
  const before = dormancyCutoff(at, policy)
  // activeOn is null until a server of this version has counted the agent's orders.
  if (before === undefined || activeOn === null || activeOn >= before) return false
  // A future day in an imported list does not count.
  return kycOn < before || kycOn > indiaDate(at)
}

/** Returns the first day in India on which an order or KYC keeps an agent active, or undefined without a limit. */
export function dormancyCutoff(at: Date, { dormantAfterMonths }: Policy): string | undefined {
  if (dormantAfterMonths === 0) return undefined
  const [year = 0, month = 0, day = 0] = indiaDate(at).split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - dormantAfterMonths, 0)).getUTCDate()
  const before = Date.UTC(year, month - 1 - dormantAfterMonths, Math.min(day, lastOfMonth))
  return new Date(before).toISOString().slice(0, 10)
}

type Quotas = Pick<Stores, 'quotas'>

const numbers = {
  low: ['kycPerHourLowRisk', 'kycPerDayLowRisk', 'kycPerPlaceLowRisk'],
  medium: ['kycPerHourMediumRisk', 'kycPerDayMediumRisk', 'kycPerPlaceMediumRisk'],
  high: ['kycPerHourHighRisk', 'kycPerDayHighRisk', 'kycPerPlaceHighRisk'],
} as const

/** Takes one use of each KYC limit, in the transaction that claims an order. */
export async function takeKycLimits(policy: Policy, stores: Quotas, caller: Caller, at: Date): Promise<void> {
  const refusal = await refusalOf(policy, caller, (quota, subject) => quota.take(stores, subject, at))
  if (refusal) throw refusal
}

/** Takes no use of a limit. */
export function kycLimitRefusal(policy: Policy, stores: Quotas, caller: Caller, at: Date) {
  return refusalOf(policy, caller, (quota, subject) => quota.waitOf(stores, subject, at))
}

/**
 * The limits are per operator in an hour and in an India day, and per outlet in a day. Their order is always the same,
 * so that two transactions never deadlock.
 */
async function refusalOf(
  policy: Policy,
  { agentId, risk, branch, outlet }: Caller,
  use: (quota: Quota, subject: string) => Promise<number | undefined>,
) {
  const [hour, day, place] = numbers[risk === 'low' || risk === 'high' ? risk : 'medium']
  const limits: [kind: string, number: keyof Policy, perMs: number | 'india-day', subject: string][] = [
    ['kyc-hour', hour, hourMs, agentId],
    ['day-kyc', day, 'india-day', agentId],
    ['day-place', place, 'india-day', outlet || branch ? `place ${branch}, ${outlet}` : ''],
  ]
  const waits = await Promise.all(
    limits
      .filter(([, number, , subject]) => policy[number] > 0 && subject !== '')
      .map(([kind, number, perMs, subject]) =>
        use(createQuota({ kind, perMs, limit: policy[number] }), subject),
      ),
  )
  const longest = Math.max(-1, ...waits.map(wait => wait ?? -1))
  return longest < 0 ? undefined : new Throttled('operator_limit', longest / 1_000)
}
