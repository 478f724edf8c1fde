import type { AuditAction } from '@ekyc/contract/console/audit-actions'

import { maskMobile } from '../agents/agents.ts'
import type { Origin } from '../sign-in/origin.ts'

export type AuditEvent = {
  at: Date
  actorKind: 'agent' | 'admin' | 'staff' | 'system' | 'stranger'
  agentId: string | undefined
  /** The actor's name, such as 'server', a mobile number (masked for a stranger), or an operator's name and account. */
  actor: string
  action: AuditAction
  subject: string
  outcome: string
  requestId: string | undefined
  traceId: string | undefined
  address: string | undefined
}

export type AuditStore = { append(event: AuditEvent): Promise<void> }

/** The actor of an audit row: an agent, or a stranger who may have entered a mobile number. */
type Actor = {
  agentId: string | undefined
  mobile: string | undefined
}

/** Builds the audit row of a call. A stranger's number is masked, because it may belong to anybody. */
export function auditEvent(
  what: { at: Date; actor: Actor; action: AuditAction; subject: string; outcome: string },
  origin: Origin,
): AuditEvent {
  const { at, actor, action, subject, outcome } = what
  return {
    at,
    actorKind: kindOf(actor),
    agentId: actor.agentId,
    actor: nameOf(actor),
    action,
    subject,
    outcome,
    requestId: origin.requestId,
    traceId: origin.traceId,
    address: origin.address,
  }
}

export function systemEvent(
  what: Pick<AuditEvent, 'at' | 'agentId' | 'action' | 'subject' | 'outcome'>,
): AuditEvent {
  const none = { requestId: undefined, traceId: undefined, address: undefined }
  return { ...what, actorKind: 'system', actor: 'server', ...none }
}

function kindOf({ agentId }: Actor): AuditEvent['actorKind'] {
  return agentId === undefined ? 'stranger' : 'agent'
}

function nameOf({ agentId, mobile }: Actor): string {
  if (mobile === undefined) return 'unknown'
  return agentId === undefined ? maskMobile(mobile) : mobile
}
