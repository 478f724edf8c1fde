import type { AuditAction } from '@ekyc/contract/console/audit-actions'
import type { ActorKind } from '@ekyc/contract/console/audit-kinds'

import { maskMobile, type Caller } from '../agents/agents.ts'
import { createQuota } from '../agents/quotas.ts'
import { hourMs } from '../clocks.ts'
import type { Context } from '../context.ts'
import { Forbidden, Throttled } from '../call-errors.ts'
import type { Stores } from '../stores.ts'
import type { CallOrigin } from '../sign-in/call-origin.ts'

export type AuditEvent = {
  at: Date
  actorKind: ActorKind
  agentId?: string | undefined
  /** The actor's name, such as 'server', a mobile number (masked for a stranger), or an operator's name and account. */
  actor: string
  action: AuditAction
  subject: string
  outcome: string
  requestId?: string | undefined
  traceId?: string | undefined
  address?: string | undefined
}

type CallEvent = Pick<AuditEvent, 'at' | 'action' | 'subject'> & {
  outcome?: string | undefined
  actor: { agentId: string | undefined; mobile: string | undefined }
}

/** A stranger's number is masked, because it may belong to anybody. */
export function recordCall(
  { audit }: Pick<Stores, 'audit'>,
  { requestId, traceId, address }: CallOrigin,
  { actor: { agentId, mobile }, outcome = 'done', ...what }: CallEvent,
): Promise<void> {
  const name = agentId === undefined && mobile !== undefined ? maskMobile(mobile) : mobile
  return audit.append({
    ...what,
    outcome,
    actorKind: agentId === undefined ? 'stranger' : 'agent',
    agentId,
    actor: name ?? 'unknown',
    requestId,
    traceId,
    address,
  })
}

export function systemEvent(what: Omit<AuditEvent, 'actorKind' | 'actor'>): AuditEvent {
  return { ...what, actorKind: 'system', actor: 'server' }
}

/** Refusals of one kind and one caller within this time, in ms, share one audit row. */
const burstMs = hourMs
const mostRecorded = 10_000

/** Only the first denial (403) or throttling (429) of a burst gets an audit row. */
export function createRefusalRecorder() {
  /** The start times of bursts that already have an audit row, so that a flood of refusals causes no queries. */
  const recorded = new Map<string, Date>()

  return async (
    { database, now, onFault }: Pick<Context, 'database' | 'now' | 'onFault'>,
    error: unknown,
    of: { call: string; caller: Caller | undefined; mobile: string | undefined; origin: CallOrigin },
  ): Promise<void> => {
    const { call, caller, mobile, origin } = of
    if (!(error instanceof Forbidden) && !(error instanceof Throttled)) return
    const at = now()
    const isDenial = error instanceof Forbidden
    const kind = `${isDenial ? 'denied' : 'throttled'} ${error.code}`
    // A flood from many addresses must not write a row for each address.
    const isFlood = error.code === 'too_many_at_once'
    const subject = caller?.agentId ?? (isFlood ? 'every address' : origin.network)
    const burst = `${kind} ${subject}`
    const since = recorded.get(burst)
    // A clock that is set back must not stop the writing of audit rows.
    if (since && Math.abs(at.getTime() - since.getTime()) < burstMs) return
    keep(burst, at)
    const actor = caller ?? { agentId: undefined, mobile }
    const action = isDenial ? 'access.deny' : 'access.throttle'
    const event = { at, actor, action, subject: call, outcome: error.code } as const
    try {
      const bursts = createQuota({ kind, perMs: burstMs, limit: 1 })
      await database.transaction(async stores => {
        const wait = await bursts.take(stores, subject, at)
        if (wait === undefined) return recordCall(stores, origin, event)
        keep(burst, new Date(at.getTime() + wait - burstMs))
      })
    } catch (fault) {
      recorded.delete(burst)
      onFault(fault)
    }
  }

  function keep(burst: string, at: Date): void {
    // The database still has the bursts.
    if (recorded.size >= mostRecorded) recorded.clear()
    recorded.set(burst, at)
  }
}
