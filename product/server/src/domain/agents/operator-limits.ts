import { hourMs } from '../durations.ts'
import type { Policy } from '../policy.ts'
import { createQuota, type Quota } from './quotas.ts'
import { Throttled } from '../refused.ts'
import type { Caller } from './agent-stores.ts'
import type { Stores } from '../stores.ts'

type Quotas = Pick<Stores, 'quotas'>

/** The bank's KYC limits by class of risk: per operator in an hour and in a day (in India), per outlet in a day. */
export type OperatorLimits = {
  /**
   * Takes one use of each limit, in the transaction that claims an order.
   * @throws Throttled when a limit is used up, so that the transaction takes no use
   */
  take(stores: Quotas, caller: Caller, at: Date): Promise<void>
  /** Returns the refusal of a KYC if a limit is used up. The method itself takes no use of a limit. */
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

  /** Lists the limits that the bank has set, always in the same order, so that two transactions never deadlock. */
  function limitsOf({ agentId, risk, branch, outlet }: Caller): { quota: Quota; subject: string }[] {
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
