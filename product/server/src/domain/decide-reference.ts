import type { Policy } from './policy.ts'
import { Refused, Throttled } from './refused.ts'
import type { OpenOrder, ReferenceStore } from './stores.ts'

type History = Awaited<ReturnType<ReferenceStore['history']>>

/** Everything stored that decides about a reference check. */
export type HeldReference = {
  history: History
  /** The agent's own order for the reference. */
  open: OpenOrder | undefined
  /** The milliseconds until the agent may check a reference again. */
  waitMs: number | undefined
}

export type ReferenceDecision =
  | { kind: 'refuse'; reason: Refused | Throttled }
  | { kind: 'repeat'; order: OpenOrder }
  /** Opens an order once the bank allows it. expires: the order whose time is over */
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

/** Decides when an order is opened and again when it is submitted, because another agent may be faster. */
export function refusalByHistory(
  { succeeded, failuresToday }: History,
  { failuresPerReference }: Policy,
): Refused | undefined {
  if (succeeded) return new Refused('reference_done')
  return failuresToday >= failuresPerReference
    ? new Refused('reference_failed_often', failuresPerReference)
    : undefined
}
