import type { AuditAction } from '@ekyc/contract/console/audit-actions'
import type { ActorKind } from '@ekyc/contract/console/audit-kinds'

import { maskMobile, type Caller } from '../agents/agents.ts'
import { createQuota } from '../agents/quotas.ts'
import { hourMs } from '../clocks.ts'
import type { Context } from '../context.ts'
import { Forbidden, Throttled } from '../call-errors.ts'
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

export type AuditStore = { append(event: AuditEvent): Promise<void> }

type Actor = {
  agentId: string | undefined
  mobile: string | undefined
}

/** A stranger's number is masked, because it may belong to anybody. */
export function auditEvent(
  what: { at: Date; actor: Actor; action: AuditAction; subject: string; outcome: string },
  { requestId, traceId, address }: CallOrigin,
): AuditEvent {
  const { at, actor, action, subject, outcome } = what
  const { agentId, mobile } = actor
  const name = agentId === undefined && mobile !== undefined ? maskMobile(mobile) : mobile
  return {
    at,
    actorKind: agentId === undefined ? 'stranger' : 'agent',
    agentId,
    actor: name ?? 'unknown',
    action,
    subject,
    outcome,
    requestId,
    traceId,
    address,
  }
}

export function systemEvent(what: Omit<AuditEvent, 'actorKind' | 'actor'>): AuditEvent {
  return { ...what, actorKind: 'system', actor: 'server' }
}

export type RefusalRecorder = ReturnType<typeof createRefusalRecorder>

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
    const row = auditEvent({ at, actor, action, subject: call, outcome: error.code }, origin)
    try {
      const bursts = createQuota({ kind, perMs: burstMs, limit: 1 })
      await database.transaction(async stores => {
        const wait = await bursts.take(stores, subject, at)
        if (wait === undefined) return stores.audit.append(row)
        keep(burst, new Date(at.getTime() + wait - burstMs))
      })
    } catch (fault) {
      recorded.delete(burst)
      onFault(fault)
    }
  }

  /** If the map is full, its oldest burst goes, which the database still contains. */
  function keep(burst: string, at: Date): void {
    recorded.delete(burst)
    const [oldest] = recorded.size < mostRecorded ? [] : recorded.keys()
    if (oldest !== undefined) recorded.delete(oldest)
    recorded.set(burst, at)
  }
}
