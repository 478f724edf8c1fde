import { auditIn } from '../../src/database/audit/audit.ts'
import { sealAuditRows } from '../../src/database/audit/audit-sealer.ts'
import { createConnectionPool } from '../../src/database/link/connection-pool.ts'
import { createAuditSeals } from '../../src/domain/audit/audit-seal.ts'
import { newId } from '../../src/domain/new-id.ts'
import { testDay } from '../fixed/test-day.ts'

export type OpenAudit = {
  /** Writes the rows in one transaction, as a server does. */
  append(count: number): Promise<void>
  /** Returns the number of sealed rows. */
  seal(): Promise<number>
  close(): Promise<void>
}

/** Opens the audit trail of a migrated database like a server that writes and seals audit rows. */
export function openAudit(url: string): OpenAudit {
  const pool = createConnectionPool(url, {
    connections: 3,
    limits: { statementMs: 60_000, answerMs: 60_000 },
  })
  const seals = createAuditSeals([Buffer.alloc(32, 8)])
  return {
    append: count =>
      pool.inTransaction(async transaction => {
        const audit = auditIn(transaction, seals)
        await Promise.all(Array.from({ length: count }, () => audit.append(event(testDay))))
      }),
    seal: () => sealAuditRows(pool, seals, testDay),
    close: () => pool.close(),
  }
}

function event(at: Date) {
  return {
    at,
    actorKind: 'agent' as const,
    actor: '9000000001',
    agentId: '00000000-0000-7000-8000-000000000001',
    action: 'order.submit' as const,
    subject: newId(at),
    outcome: 'done',
    requestId: 'r-1',
    traceId: undefined,
    address: '203.0.113.7',
  }
}
