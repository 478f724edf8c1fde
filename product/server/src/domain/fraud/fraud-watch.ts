import { createHmac, type KeyObject } from 'node:crypto'

import { indiaDate } from '@ekyc/contract/india-time'

import type { KeptDevice, OrderRecord } from '../kyc/kyc-stores.ts'
import type { BankFailure } from '../kyc/settlement.ts'
import type { Policy } from '../policy.ts'
import type { AuthorityVerdict } from '../ports.ts'
import type { DatabaseOf } from '../stores.ts'
import {
  agentHistoryMs,
  judge,
  unitHistoryMs,
  type FraudFinding,
  type OrderHistory,
  type WatchedOrder,
} from './fraud-rules.ts'

/** Watches answered orders for fraud. A server notes orders in memory, and judges them every few seconds. */
export type FraudWatch = ReturnType<typeof createFraudWatch>

/** The largest number of orders that a server keeps until it can share them. Further orders are not judged. */
const mostKept = 20_000
const mostAtOnce = 1_000
const hashBytes = 16

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
      unit: KeptDevice['unit'] | undefined,
      verdict: AuthorityVerdict['kind'] | BankFailure['kind'] | 'mismatched',
    ): void {
      if (noted.size >= mostKept) return
      const hash = createHmac('sha256', customerKey).update(reference).digest()
      const customer = hash.subarray(0, hashBytes).toString('hex')
      const outcome = verdict === 'verified' || verdict === 'mismatched' ? verdict : 'other'
      // Only a verified capture proves its device code. Anybody can write another agent's code into a capture.
      const proven = outcome === 'verified' ? unit : undefined
      noted.set(id, { at: now().getTime(), agentId, unit: proven, customer, outcome })
    },

    async judgeNoted(): Promise<void> {
      const batch = new Map([...noted].slice(0, mostAtOnce))
      if (batch.size === 0) return
      await database.transaction(async ({ fraud }) => {
        const oldest = Math.min(...[...batch.values()].map(({ at }) => at))
        const since = {
          orders: new Date(oldest - agentHistoryMs),
          units: new Date(oldest - unitHistoryMs),
        }
        const { newest, orders, units } = await fraud.add(batch, since)
        const histories = createOrderHistories()
        for (const { unit, agentId, lastOn } of units) histories.addUnit(unit, agentId, lastOn.getTime())
        const findings = orders.flatMap(({ id, ...order }) => {
          const history = histories.add(order)
          return newest.has(id) ? judge(order, history, policy) : []
        })
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

/** Keeps the orders of each agent and customer, and the agents of each scanner, for as long as the rules look back. */
export function createOrderHistories() {
  const byAgent = new Map<string, WatchedOrder[]>()
  const byCustomer = new Map<string, WatchedOrder[]>()
  const agentsByUnit = new Map<string, Map<string, number>>()

  return { add, addUnit }

  function add(order: WatchedOrder): OrderHistory {
    const ofAgent = grown(byAgent, order.agentId, order)
    const ofCustomer = grown(byCustomer, order.customer, order)
    if (order.unit === undefined) return { ofAgent, ofCustomer, agentsOfUnit: [] }
    const agents = addUnit(order.unit, order.agentId, order.at)
    for (const [agentId, at] of agents) if (at <= order.at - unitHistoryMs) agents.delete(agentId)
    return { ofAgent, ofCustomer, agentsOfUnit: [...agents.keys()] }
  }

  function addUnit(unit: string, agentId: string, at: number): Map<string, number> {
    const agents = agentsByUnit.get(unit) ?? new Map<string, number>()
    agentsByUnit.set(unit, agents)
    return agents.set(agentId, Math.max(at, agents.get(agentId) ?? 0))
  }
}

function grown(histories: Map<string, WatchedOrder[]>, key: string, order: WatchedOrder): WatchedOrder[] {
  const orders = histories.get(key) ?? []
  histories.set(key, orders)
  while ((orders[0]?.at ?? order.at) <= order.at - agentHistoryMs) orders.shift()
  orders.push(order)
  return orders
}
