import { maskMobile } from './mask-mobile.ts'
import type { Origin } from './origin.ts'
import type { AuditEvent } from './stores.ts'

/** Who did it: an agent, or somebody at a phone's log-in whom nobody knows. */
export type Actor = { agentId: string | undefined; mobile: string }

/** One audit row of something that came in by a call. A stranger's number is masked: it may be anybody's. */
export function auditEvent(
  what: { at: Date; actor: Actor; action: string; subject: string; outcome: string },
  origin: Origin,
): AuditEvent {
  const { at, actor, action, subject, outcome } = what
  return {
    at,
    actorKind: actor.agentId === undefined ? 'stranger' : 'agent',
    agentId: actor.agentId,
    actor: actor.agentId === undefined ? maskMobile(actor.mobile) : actor.mobile,
    action,
    subject,
    outcome,
    requestId: origin.requestId,
    traceId: origin.traceId,
    address: origin.address,
  }
}
