import { indiaDate } from '@ekyc/contract/india-time'

import type { Policy } from './policy.ts'
import { Refused } from './refused.ts'
import type { Caller, Operator } from './stores.ts'

/** @throws Refused when the operator is dormant or stopped: log-in and history go on, a KYC does not */
export function requireInOrder(caller: Caller, at: Date, policy: Policy): void {
  if (caller.isSynthetic) return
  if (caller.isStopped) throw new Refused('operator_stopped')
  if (isDormant(caller, at, policy)) throw new Refused('operator_dormant')
}

/** Tells whether the operator has had neither an order nor a KYC of the bank for the months of the policy. */
export function isDormant(
  { activeOn, kycOn }: Pick<Operator, 'activeOn' | 'kycOn'>,
  at: Date,
  policy: Policy,
): boolean {
  const before = dormantBefore(at, policy)
  // A server that was set up a moment ago has not counted the agent yet.
  return before !== undefined && activeOn !== null && activeOn < before && !isKycSince(kycOn, before, at)
}

/** Returns the India day before which the last order or KYC makes an agent dormant. */
export function dormantBefore(at: Date, { dormantAfterMonths }: Policy): string | undefined {
  if (dormantAfterMonths === 0) return undefined
  const [year = 0, month = 0, day = 0] = indiaDate(at).split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - dormantAfterMonths, 0)).getUTCDate()
  const before = Date.UTC(year, month - 1 - dormantAfterMonths, Math.min(day, lastOfMonth))
  return new Date(before).toISOString().slice(0, 10)
}

/** A day to come, as a list may have it, counts for nothing. */
function isKycSince(kycOn: string, before: string, at: Date): boolean {
  return kycOn >= before && kycOn <= indiaDate(at)
}
