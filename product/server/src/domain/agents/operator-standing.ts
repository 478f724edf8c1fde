import { indiaDate } from '@ekyc/contract/india-time'

import type { Policy } from '../policy.ts'
import { Refused } from '../refused.ts'
import type { Caller, Operator } from './agent-stores.ts'

/** @throws Refused for a dormant or stopped operator, who may log in and read the history but not do a KYC */
export function requireInOrder(caller: Caller, at: Date, policy: Policy): void {
  if (caller.isStopped) throw new Refused('operator_stopped')
  if (isDormant(caller, at, policy)) throw new Refused('operator_dormant')
}

/** Tells whether the operator had neither an order nor a KYC by the bank in the months that the policy sets. */
export function isDormant(
  { activeOn, kycOn }: Pick<Operator, 'activeOn' | 'kycOn'>,
  at: Date,
  policy: Policy,
): boolean {
  const before = dormantBefore(at, policy)
  // activeOn is null until a server of this version has counted the agent's orders.
  return before !== undefined && activeOn !== null && activeOn < before && !isKycSince(kycOn, before, at)
}

/** Returns the first day in India on which an order or KYC keeps an agent active, or undefined without a limit. */
export function dormantBefore(at: Date, { dormantAfterMonths }: Policy): string | undefined {
  if (dormantAfterMonths === 0) return undefined
  const [year = 0, month = 0, day = 0] = indiaDate(at).split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - dormantAfterMonths, 0)).getUTCDate()
  const before = Date.UTC(year, month - 1 - dormantAfterMonths, Math.min(day, lastOfMonth))
  return new Date(before).toISOString().slice(0, 10)
}

/** A future day in an imported list does not count. */
function isKycSince(kycOn: string, before: string, at: Date): boolean {
  return kycOn >= before && kycOn <= indiaDate(at)
}
