import { createHmac, type KeyObject } from 'node:crypto'

import { indiaDate } from '@ekyc/contract/india-time'

import type { ClaimOutcome, OrderRecord } from '../kyc/kyc-records.ts'
import type { Policy } from '../policy.ts'
import type { DatabaseOf } from '../stores.ts'
import {
  agentHistoryMs,
  applyFraudRules,
  scannerHistoryMs,
  type FraudFinding,
  type WatchedHistory,
  type WatchedOrder,
} from './fraud-rules.ts'

/** Watches answered orders for fraud. A server notes orders in memory, and judges them every few seconds. */
export type FraudWatch = ReturnType<typeof createFraudWatch>

/** The largest number of orders that a server keeps until it can share them. Further orders are not judged. */
const mostKept = 20_000
const mostAtOnce = 1_000
const hashBytes = 16

const outcomeOf = { succeeded: 'verified', mismatched: 'mismatched', neither: 'other' } as const

export function createFraudWatch(options: {
  database: DatabaseOf<'fraud'>
  /** The key for the hashes of references. Such a hash stands for a customer. */
  customerKey: KeyObject
  policy: Policy
  now: () => Date
}) {
  const { database, customerKey, policy, now } = options
  const noted = new Map<string, WatchedOrder>()

  return {
    note(
      { id, agentId, reference }: Pick<OrderRecord, 'id' | 'agentId' | 'reference'>,
      unit: string | undefined,
      end: ClaimOutcome,
    ): void {
      if (noted.size >= mostKept) return
      const hash = createHmac('sha256', customerKey).update(reference).digest()
      const customer = hash.subarray(0, hashBytes).toString('hex')
      const outcome = outcomeOf[end]
      // Only a verified capture proves its device code. Anybody can write another agent's code into a capture.
      const proven = outcome === 'verified' ? (unit ?? null) : null
      noted.set(id, { at: now().getTime(), agentId, unit: proven, customer, outcome })
    },

    async judgeNoted(): Promise<void> {
      const batch = new Map([...noted].slice(0, mostAtOnce))
      if (batch.size === 0) return
      await database.transaction(async ({ fraud }) => {
        const oldest = Math.min(...[...batch.values()].map(({ at }) => at))
        const since = {
          orders: new Date(oldest - agentHistoryMs),
          units: new Date(oldest - scannerHistoryMs),
        }
        const { newest, orders, units } = await fraud.add(batch, since)
        const historyOf = historiesIn(orders, units)
        const findings = orders
          .filter(({ orderId }) => newest.has(orderId))
          .flatMap(order => applyFraudRules(order, historyOf(order), policy))
        const at = now()
        await fraud.raise(lastOfEach(findings), at)
        await fraud.tellActive(
          [...batch.values()].map(order => order.agentId),
          indiaDate(at),
        )
      })
      for (const id of batch.keys()) noted.delete(id)
    },
  }
}

/** Returns the last finding of each rule and agent, because all findings of one rule and agent are one alert. */
function lastOfEach(findings: FraudFinding[]): FraudFinding[] {
  return [...new Map(findings.map(one => [`${one.rule} ${one.agentId}`, one])).values()]
}

function historiesIn(
  orders: WatchedOrder[],
  units: { unit: string; agentId: string }[],
): (order: WatchedOrder) => WatchedHistory {
  const ofAgent = grouped(orders, ({ agentId }) => agentId)
  const ofCustomer = grouped(orders, ({ customer }) => customer)
  return order => {
    const isNoLater = ({ at }: WatchedOrder) => at <= order.at
    return {
      ofAgent: ofAgent(order.agentId).filter(isNoLater),
      ofCustomer: ofCustomer(order.customer).filter(isNoLater),
      agentsOfUnit: units.filter(({ unit }) => unit === order.unit).map(({ agentId }) => agentId),
    }
  }
}

function grouped(orders: WatchedOrder[], keyOf: (order: WatchedOrder) => string) {
  const groups = new Map<string, WatchedOrder[]>()
  for (const order of orders) {
    const group = groups.get(keyOf(order)) ?? []
    groups.set(keyOf(order), group)
    group.push(order)
  }
  return (key: string) => groups.get(key) ?? []
}
