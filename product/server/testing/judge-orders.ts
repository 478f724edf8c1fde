import { createHash } from 'node:crypto'

import { openDatabase } from '../src/database/link/open-database.ts'
import { createAuditSeals } from '../src/domain/audit/audit-seal.ts'
import { deriveKeys } from '../src/domain/secrets.ts'
import type { WatchedOrder } from '../src/domain/fraud/fraud-rules.ts'
import { createFraudWatch } from '../src/domain/fraud/fraud-watch.ts'
import type { Policy } from '../src/domain/policy.ts'
import { runSql } from './database/run-sql.ts'

/**
 * Passes orders to the fraud watch on a database, `atOnce` orders at a time.
 * @returns the ids of the agents with an alert
 */
export async function judgeInDatabase(
  databaseUrl: string,
  orders: readonly WatchedOrder[],
  { policy, atOnce }: { policy: Policy; atOnce: number },
): Promise<Set<string>> {
  const key = Buffer.alloc(32, 7)
  const open = openDatabase(databaseUrl, createAuditSeals([key]), { connections: 2 })
  let at = 0
  const customerKey = deriveKeys([key], 'watched-customer')[0]
  const watch = createFraudWatch({ database: open.database, customerKey, policy, now: () => new Date(at) })
  for (const [index, order] of orders.entries()) {
    at = order.at
    watch.note(
      { id: uuidOf(`order ${index}`), agentId: uuidOf(order.agentId), reference: order.customer },
      order.unit && hexOf(order.unit),
      order.outcome === 'other' ? 'timed-out' : order.outcome,
    )
    if (index % atOnce !== atOnce - 1 && index < orders.length - 1) continue
    await watch.judgeNoted()
  }
  const agents = new Map(orders.map(({ agentId }) => [uuidOf(agentId), agentId]))
  const alerts = await runSql<{ agent: string }>(
    open.runner,
    'select agent_id::text as agent from fraud_alerts',
  )
  await open.close()
  return new Set(alerts.map(({ agent }) => agents.get(agent) ?? ''))
}

function hexOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 32)
}

function uuidOf(name: string): string {
  return hexOf(name).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-7$3-8$4-$5')
}
