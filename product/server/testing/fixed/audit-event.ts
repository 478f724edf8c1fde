import type { AuditEvent } from '../../src/domain/audit/audit-events.ts'
import { createTestClock } from './test-clock.ts'

/** Returns what the trail keeps of an agent's submit. */
export function auditEvent(differs: Partial<AuditEvent> = {}): AuditEvent {
  return {
    at: createTestClock().now(),
    actorKind: 'agent',
    agentId: '01958000-0000-7000-8000-000000000001',
    actor: '9000000001',
    action: 'order.submit',
    subject: 'an order',
    outcome: 'claimed',
    requestId: 'request-1',
    address: '192.0.2.1',
    ...differs,
  }
}
