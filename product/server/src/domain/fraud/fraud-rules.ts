import { fraudRuleNames, type FraudRuleName } from '@ekyc/contract/console/fraud-rules'
import { indiaDateTime } from '@ekyc/contract/india-time'

import { dayMs, hourMs, secondMs } from '../clocks.ts'
import type { ClaimOutcome } from '../kyc/kyc-records.ts'
import type { Policy } from '../policy.ts'

export type WatchedOrder = {
  /** The time of the verdict, in milliseconds since 1970. */
  at: number
  agentId: string
  /** A keyed hash that identifies the scanner, or null if the capture was not verified or has no device code (dc). */
  unit: string | null
  /** A keyed hash of the bank's reference. A reference belongs to one customer. */
  customer: string
  outcome: ClaimOutcome
}

/** The orders by which a rule judges a new order, oldest first. Those after it do not count. */
type WatchedHistory = {
  ofAgent: readonly WatchedOrder[]
  ofCustomer: readonly WatchedOrder[]
  agentsOfUnit: readonly string[]
}

export const agentHistoryMs = dayMs
export const scannerHistoryMs = 7 * dayMs

/** They explain an alert, and contain no personal data. */
export type FraudCounts = Record<string, number>

type FraudRule = {
  windowMs: number
  /** The policy's setting for the count from which the rule raises an alert. The value 0 switches the rule off. */
  threshold: keyof Policy
  stops: keyof Policy
  /** Counts the events of a history of the window. `holds` is false if a further condition of the rule is not met. */
  count(history: WatchedHistory, newest: WatchedOrder): { n: number; facts?: FraudCounts; holds?: boolean }
  /** Returns the agents whom an alert names. Without this function an alert names the agent of the newest order. */
  agents?(history: WatchedHistory): readonly string[]
}

/** The shortest plausible time between two customers at one counter, in ms. */
const quickMs = 55 * secondMs

/** docs/decisions/0124 tells how the rules were measured. */
const fraudRules: Record<FraudRuleName, FraudRule> = {
  /** An agent serves more customers in an hour than one person can. */
  burst: {
    windowMs: hourMs,
    threshold: 'fraudBurstCustomers',
    stops: 'fraudBurstStops',
    count: ({ ofAgent }) => ({ n: customersOf(ofAgent).size }),
  },
  night: {
    windowMs: 6 * hourMs,
    threshold: 'fraudNightCustomers',
    stops: 'fraudNightStops',
    count: ({ ofAgent }, newest) => ({
      n: isNight(newest) ? customersOf(ofAgent.filter(isNight)).size : 0,
    }),
  },
  'shared-scanner': {
    windowMs: scannerHistoryMs,
    threshold: 'fraudAgentsOfScanner',
    stops: 'fraudSharedScannerStops',
    count: ({ agentsOfUnit }) => ({ n: agentsOfUnit.length }),
    agents: ({ agentsOfUnit }) => agentsOfUnit,
  },
  'many-scanners': {
    windowMs: dayMs,
    threshold: 'fraudScannersOfAgent',
    stops: 'fraudManyScannersStops',
    count: ({ ofAgent }) => ({ n: new Set(ofAgent.flatMap(({ unit }) => unit ?? [])).size }),
  },
  /** An agent verifies one customer within 55 seconds of another, again and again. */
  'too-fast': {
    windowMs: dayMs,
    threshold: 'fraudQuickCustomers',
    stops: 'fraudTooFastStops',
    count({ ofAgent }) {
      const verified = ofAgent.filter(({ outcome }) => outcome === 'verified')
      return { n: verified.filter((one, index) => one.at - (verified[index - 1]?.at ?? 0) < quickMs).length }
    },
  },
  'roaming-customer': {
    windowMs: dayMs,
    threshold: 'fraudAgentsOfCustomer',
    stops: 'fraudRoamingCustomerStops',
    count: ({ ofCustomer }) => ({ n: new Set(ofCustomer.map(({ agentId }) => agentId)).size }),
  },
  /** Fingers of many customers of an agent are read at the third try or later. */
  'failures-then-success': {
    windowMs: dayMs,
    threshold: 'fraudLateSuccesses',
    stops: 'fraudLateSuccessStops',
    count({ ofAgent }) {
      const failures = new Map<string, number>()
      let n = 0
      for (const { customer, outcome } of ofAgent) {
        const before = failures.get(customer) ?? 0
        if (outcome === 'verified' && before >= 2) n += 1
        if (outcome === 'mismatched') failures.set(customer, before + 1)
      }
      const customers = customersOf(ofAgent).size
      return { n, facts: { customers }, holds: n * 4 >= customers }
    },
  },
  'unread-fingers': {
    windowMs: dayMs,
    threshold: 'fraudUnreadCustomers',
    stops: 'fraudUnreadFingersStops',
    count({ ofAgent }) {
      const n = customersOf(ofAgent.filter(({ outcome }) => outcome === 'mismatched')).size
      const customers = customersOf(ofAgent).size
      return { n, facts: { customers }, holds: n * 2 >= customers }
    },
  },
}

export type FraudFinding = {
  rule: FraudRuleName
  agentId: string
  from: Date
  at: Date
  facts: FraudCounts
  stops: boolean
}

export function applyFraudRules(
  newest: WatchedOrder,
  history: WatchedHistory,
  policy: Policy,
): FraudFinding[] {
  return fraudRuleNames.flatMap(rule => {
    const { windowMs, threshold, stops, count, agents } = fraudRules[rule]
    const limit = policy[threshold]
    if (limit === 0) return []
    const isInWindow = ({ at }: WatchedOrder) => at > newest.at - windowMs && at <= newest.at
    const [ofAgent, ofCustomer] = [history.ofAgent.filter(isInWindow), history.ofCustomer.filter(isInWindow)]
    const { n, facts, holds = true } = count({ ...history, ofAgent, ofCustomer }, newest)
    if (n < limit || !holds) return []
    const window = { from: new Date(newest.at - windowMs), at: new Date(newest.at) }
    const found = {
      rule,
      ...window,
      facts: { counted: n, from: limit, ...facts },
      stops: policy[stops] === 1,
    }
    return (agents?.(history) ?? [newest.agentId]).map(agentId => ({ ...found, agentId }))
  })
}

function customersOf(orders: readonly WatchedOrder[]): Set<string> {
  return new Set(orders.map(({ customer }) => customer))
}

function isNight({ at }: WatchedOrder): boolean {
  const hour = Number(indiaDateTime(new Date(at)).slice(11, 13))
  return hour >= 23 || hour < 5
}
