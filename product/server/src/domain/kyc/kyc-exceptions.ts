import type { ExceptionNeed, ExceptionReason, StoredReason } from '@ekyc/contract/exceptions'

import type { Caller } from '../agents/agents.ts'
import { createQuota } from '../agents/quotas.ts'
import { recordCall } from '../audit/audit-events.ts'
import { dayMs, hourMs } from '../clocks.ts'
import type { Context } from '../context.ts'
import { Forbidden, Refused, Throttled } from '../call-errors.ts'
import { sealSecretBox } from '../secrets.ts'
import type { CallOrigin } from '../sign-in/call-origin.ts'
import type { Stores } from '../stores.ts'
import type { KycException, OrderRecord } from './kyc-records.ts'

/** @returns undefined if the bank has already decided the exception */
export async function openException(
  stores: Pick<Stores, 'exceptions' | 'outbox'>,
  opened: {
    order: Pick<OrderRecord, 'agentId' | 'id' | 'reference'>
    reason: StoredReason
    needs?: Uint8Array | undefined
    isTold?: boolean
    tries: number
    at: Date
  },
  { outbox, policy }: Pick<Context, 'outbox' | 'policy'>,
): Promise<KycException | undefined> {
  const { order, reason, needs, isTold = false, tries, at } = opened
  const { agentId, id: orderId, reference } = order
  const exception = await stores.exceptions.put({
    agentId,
    orderId,
    reference,
    reason,
    needs,
    tries,
    openedOn: at,
    dueBy: new Date(at.getTime() + policy.exceptionDueHours * hourMs),
  })
  // A reason that the agent has named stays, and the bank knows it.
  if (exception?.reason !== reason || isTold) return exception
  const { openedOn, dueBy } = exception
  await outbox.put(stores, {
    kind: 'kyc-result',
    agentId,
    expiresOn: new Date(at.getTime() + policy.resultKeptDays * dayMs),
    body: {
      type: 'kyc.exception',
      orderId,
      reference,
      reason,
      openedOn: openedOn.toISOString(),
      dueBy: dueBy.toISOString(),
    },
  })
  return exception
}

/** @throws Forbidden when the order is not the caller's; Refused when KYC is done or the bank has decided */
export async function recordException(
  context: Context,
  caller: Caller,
  { orderId, reason, needs }: { orderId: string; reason: ExceptionReason; needs: readonly ExceptionNeed[] },
  origin: CallOrigin,
): Promise<KycException> {
  const { database, outboxKeys, policy, now } = context
  const order = await database.orders.find(caller.agentId, orderId)
  if (!order) throw new Forbidden('not_yours')
  if (order.status === 'KYC_SUCCESS') throw new Refused('reference_done')
  const known = await database.exceptions.find(order.agentId, order.id)
  if (known?.decision) throw new Refused('exception_decided')
  const isTold = known?.reason === reason
  if (isTold && needs.length === 0) return known
  const at = now()
  const records = createQuota({ kind: 'exception', perMs: hourMs, limit: policy.exceptionsPerHour })
  const waitMs = await records.take(database, caller.agentId, at)
  if (waitMs !== undefined) throw new Throttled('too_many_exceptions', waitMs / 1000)
  const { failuresToday: tries } = await database.references.history(order.reference, at)
  const sealed = needs.length > 0 ? sealSecretBox(outboxKeys, order.id, JSON.stringify(needs)) : undefined
  return database.transaction(async stores => {
    const opened = { order, reason, needs: sealed, isTold, tries, at }
    const exception = await openException(stores, opened, context)
    if (!exception) throw new Refused('exception_decided')
    const event = { actor: caller, action: 'exception.record', subject: order.id, outcome: reason } as const
    await recordCall(stores, origin, { at, ...event })
    return exception
  })
}
