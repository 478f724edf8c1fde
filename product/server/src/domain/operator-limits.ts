import { hourMs } from './durations.ts'
import type { Policy } from './policy.ts'
import { createQuota, type Quota } from './quotas.ts'
import { Throttled } from './refused.ts'
import type { Caller, Stores } from './stores.ts'

type Quotas = Pick<Stores, 'quotas'>

/** The bank's limits of KYC by an operator's class of risk: an hour, an India day, and an India day of the outlet. */
export type OperatorLimits = {
  /**
   * Takes one of each within the transaction that claims an order.
   * @throws Throttled, so that the transaction takes none
   */
  take(stores: Quotas, caller: Caller, at: Date): Promise<void>
  /** Returns the refusal of a KYC that would be one too many, and takes none. */
  waitOf(stores: Quotas, caller: Caller, at: Date): Promise<Throttled | undefined>
}

const numbers = {
  low: ['kycPerHourLowRisk', 'kycPerDayLowRisk', 'kycPerPlaceLowRisk'],
  medium: ['kycPerHourMediumRisk', 'kycPerDayMediumRisk', 'kycPerPlaceMediumRisk'],
  high: ['kycPerHourHighRisk', 'kycPerDayHighRisk', 'kycPerPlaceHighRisk'],
} as const

export function createOperatorLimits(policy: Policy): OperatorLimits {
  return {
    async take(stores, caller, at) {
      const refusal = refusalOf(
        await Promise.all(limitsOf(caller).map(one => one.quota.take(stores, one.subject, at))),
      )
      if (refusal) throw refusal
    },

    async waitOf(stores, caller, at) {
      return refusalOf(
        await Promise.all(limitsOf(caller).map(one => one.quota.waitOf(stores, one.subject, at))),
      )
    },
  }

  /** Lists those that the bank has set, in an order that is the same in each transaction. */
  function limitsOf({
    agentId,
    risk,
    branch,
    outlet,
    isSynthetic,
  }: Caller): { quota: Quota; subject: string }[] {
    if (isSynthetic) return []
    const [hour, day, place] = numbers[risk === 'low' || risk === 'high' ? risk : 'medium']
    const limits: [kind: string, number: keyof Policy, perMs: number | 'india-day', subject: string][] = [
      ['kyc-hour', hour, hourMs, agentId],
      ['day-kyc', day, 'india-day', agentId],
      ['day-place', place, 'india-day', outlet || branch ? `place ${branch}, ${outlet}` : ''],
    ]
    return limits
      .filter(([, number, , subject]) => policy[number] > 0 && subject !== '')
      .map(([kind, number, perMs, subject]) => ({
        quota: createQuota({ kind, perMs, limit: policy[number] }),
        subject,
      }))
  }
}

function refusalOf(waits: (number | undefined)[]): Throttled | undefined {
  const longest = Math.max(-1, ...waits.map(wait => wait ?? -1))
  return longest < 0 ? undefined : new Throttled('operator_limit', longest / 1_000)
}
