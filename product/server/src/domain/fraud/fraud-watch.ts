import { createHmac, type KeyObject } from 'node:crypto'

import { indiaDate } from '@ekyc/contract/india-time'

import type { ClaimOutcome, OrderRecord } from '../kyc/kyc-records.ts'
import type { Policy } from '../policy.ts'
import type { DatabaseOf } from '../stores.ts'
import { agentHistoryMs, applyFraudRules, scannerHistoryMs, type WatchedOrder } from './fraud-rules.ts'

export type FraudWatch = ReturnType<typeof createFraudWatch>

/** The largest number of orders that a server keeps until it can share them. Further orders are not judged. */
const mostKept = 20_000
const mostAtOnce = 1_000
const hashBytes = 16

/** A server notes answered orders in memory, and judges them every few seconds. */
export function createFraudWatch(options: {
  database: DatabaseOf<'fraud'>
  /** The key for the hashes of references. Such a hash stands for a customer. */
  customerKey: KeyObject
  policy: Policy
  now: () => Date
}) {
  const { database, customerKey, policy, now } = options
  const noted: (WatchedOrder & { orderId: string })[] = []

  return {
    note(
      { id: orderId, agentId, reference }: Pick<OrderRecord, 'id' | 'agentId' | 'reference'>,
      unit: string | undefined,
      outcome: ClaimOutcome,
    ): void {
      if (noted.length >= mostKept) return
      const hash = createHmac('sha256', customerKey).update(reference).digest()
      const customer = hash.subarray(0, hashBytes).toString('hex')
      // Only a verified capture proves its device code. Anybody can write another agent's code into a capture.
      const proven = outcome === 'verified' ? (unit ?? null) : null
      noted.push({ orderId, at: now().getTime(), agentId, unit: proven, customer, outcome })
    },

    async judgeNoted(): Promise<void> {
      const batch = noted.slice(0, mostAtOnce)
      if (batch.length === 0) return
      await database.transaction(async ({ fraud }) => {
        const oldest = Math.min(...batch.map(({ at }) => at))
        const since = {
          orders: new Date(oldest - agentHistoryMs),
          units: new Date(oldest - scannerHistoryMs),
        }
        const { newest, orders, units } = await fraud.add(batch, since)
        const [byAgent, byCustomer] = [grouped(orders, 'agentId'), grouped(orders, 'customer')]
        const findings = newest.flatMap(order =>
          applyFraudRules(
            order,
            {
              ofAgent: byAgent.get(order.agentId) ?? [],
              ofCustomer: byCustomer.get(order.customer) ?? [],
              agentsOfUnit: units.flatMap(({ unit, agentId }) => (unit === order.unit ? [agentId] : [])),
            },
            policy,
          ),
        )
        const at = now()
        await fraud.raise(findings, at)
        await fraud.tellActive(
          batch.map(({ agentId }) => agentId),
          indiaDate(at),
        )
      })
      noted.splice(0, batch.length)
    },
  }
}

function grouped(orders: WatchedOrder[], key: 'agentId' | 'customer'): Map<string, WatchedOrder[]> {
  const groups = new Map<string, WatchedOrder[]>()
  for (const order of orders) {
    const group = groups.get(order[key])
    if (group) group.push(order)
    else groups.set(order[key], [order])
  }
  return groups
}
