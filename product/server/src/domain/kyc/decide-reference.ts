import type { Policy } from '../policy.ts'
import { createQuota, type Quota } from '../agents/quotas.ts'
import { Refused, Throttled } from '../refused.ts'
import type { OpenOrder, ReferenceStore } from './kyc-stores.ts'

type History = Awaited<ReturnType<ReferenceStore['history']>>

export type HeldReference = {
  history: History
  open: OpenOrder | undefined
  waitMs: number | undefined
}

export type ReferenceDecision =
  | { kind: 'refuse'; reason: Refused | Throttled }
  | { kind: 'repeat'; order: OpenOrder }
  /** `expires` is the agent's former order for the reference, whose time is over. */
  | { kind: 'open'; expires: OpenOrder | undefined }

export function decideReference(
  { history, open, waitMs }: HeldReference,
  at: Date,
  policy: Policy,
): ReferenceDecision {
  if (waitMs !== undefined)
    return { kind: 'refuse', reason: new Throttled('too_many_reference_checks', Math.ceil(waitMs / 1000)) }
  const reason = refusalByHistory(history, policy)
  if (reason) return { kind: 'refuse', reason }
  const isOver = open?.status === 'INIT' && open.expiresOn <= at
  return open && !isOver ? { kind: 'repeat', order: open } : { kind: 'open', expires: open }
}

/**
 * The authority's refusals of a reference in a day, for any reason. Only mismatches count towards
 * `failuresPerReference`, so without this bound an agent could try a locked number all day.
 */
export function refusalBound({ failuresPerReference }: Policy): Quota & { refusal: Refused } {
  const limit = 5 * failuresPerReference
  const quota = createQuota({ kind: 'day-refusal', perMs: 'india-day', limit })
  return { ...quota, refusal: new Refused('reference_failed_often', limit) }
}

/**
 * Returns the refusal that a reference's history demands, if any. The check runs when an order is opened and again when
 * it is submitted, because another agent may finish the reference in between.
 */
export function refusalByHistory(
  { succeeded, failuresToday }: History,
  { failuresPerReference }: Policy,
): Refused | undefined {
  if (succeeded) return new Refused('reference_done')
  return failuresToday >= failuresPerReference
    ? new Refused('reference_failed_often', failuresPerReference)
    : undefined
}
