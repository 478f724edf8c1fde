import type { FraudFinding } from './fraud-rules.ts'

/** The orders that the fraud rules examine, and the alerts of these rules. No API call waits for these methods. */
export type FraudStore = {
  /**
   * Adds the orders of one server to the orders of all servers. Other servers wait until the transaction ends.
   * @returns `newest` has the ids that were not stored before. `orders` has the orders of the same agents and
   * customers, oldest first. `units` has the agents who used the same scanners.
   */
  add(
    orders: ReadonlyMap<string, WatchedOrder>,
    since: { orders: Date; units: Date },
  ): Promise<{
    newest: Set<string>
    orders: (WatchedOrder & { id: string })[]
    units: { unit: string; agentId: string; lastOn: Date }[]
  }>
  /**
   * Opens or updates an alert for each finding, except a finding that began before the agent's last alert of its rule
   * was closed. Stops an agent if the bank wants this for the rule.
   */
  raise(findings: FraudFinding[], at: Date): Promise<void>
  /** Stores that the agents had an order on the India day. */
  tellActive(agentIds: string[], day: string): Promise<void>
}

/** An order in the form that the rules against fraud use: its agent, scanner, customer and outcome. */
export type WatchedOrder = {
  /** The time of the verdict, in milliseconds since 1970. */
  at: number
  agentId: string
  /** A keyed hash that identifies the scanner, or undefined if the capture was not verified or has no device code (dc). */
  unit: string | undefined
  /** A keyed hash of the bank's reference. A reference belongs to one customer. */
  customer: string
  outcome: 'verified' | 'mismatched' | 'other'
}
