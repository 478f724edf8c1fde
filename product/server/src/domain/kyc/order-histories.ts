import { agentHistoryMs, unitHistoryMs, type OrderHistory, type WatchedOrder } from '../fraud/fraud-rules.ts'

/** Keeps the orders of each agent and customer, and the agents of each scanner, for as long as the rules look back. */
export type OrderHistories = {
  add(order: WatchedOrder): OrderHistory
  addUnit(unit: string, agentId: string, at: number): void
}

export function createOrderHistories(): OrderHistories {
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
