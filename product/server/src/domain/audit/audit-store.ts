import type { AuditAction } from '@ekyc/contract/console/audit-actions'

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
