import { consoleCalls, type ConsoleCallName } from '@ekyc/contract/console/calls'

import { hourMs, minuteMs } from '../domain/clocks.ts'
import { ConsoleRefused } from './refusals.ts'

type Counts = Map<string, { endsAt: number; taken: number }>

/** The most calls of a kind by one person in a period. Each process counts its own calls. */
const limits = {
  reads: { most: 300, perMs: minuteMs },
  searches: { most: 30, perMs: minuteMs },
  acts: { most: 60, perMs: minuteMs },
  votes: { most: 30, perMs: hourMs },
  exports: { most: 10, perMs: hourMs },
  // The largest import needs 200 calls for its lines, and ten calls for its plan.
  lines: { most: 600, perMs: minuteMs },
  /** Returns from the identity provider for one flow, a sign-in or a proof. One return ends a flow. */
  returns: { most: 3, perMs: 10 * minuteMs },
  /** Other calls without a session from one network. All people of a bank's office may share one address. */
  strangers: { most: 300, perMs: 10 * minuteMs },
}

/** The most strangers' counts that are kept. A flood from many addresses forgets the oldest ones. */
const mostCounted = 10_000

export type ConsoleRateLimits = ReturnType<typeof createConsoleRateLimits>

/** A period begins with the first call after the end of the previous period. */
export function createConsoleRateLimits(now: () => Date) {
  // Strangers have counts of their own, so that a flood of them forgets no person's count.
  const [ofPeople, ofStrangers]: [Counts, Counts] = [new Map(), new Map()]

  return {
    count(call: ConsoleCallName, of: { staffId: string } | { network: string } | { flow: string }): void {
      if ('flow' in of) take(ofStrangers, 'returns', of.flow)
      else if ('network' in of) take(ofStrangers, 'strangers', of.network)
      else take(ofPeople, kindOf(call), of.staffId)
    },
  }

  function take(counts: Counts, kind: keyof typeof limits, who: string): void {
    const { most, perMs } = limits[kind]
    const subject = `${kind} ${who}`
    const at = now().getTime()
    const counted = counts.get(subject)
    // A clock that was set back must not make a period longer.
    if (!counted || counted.endsAt <= at || counted.endsAt > at + perMs) {
      counts.delete(subject)
      counts.set(subject, { endsAt: at + perMs, taken: 1 })
      const [oldest] = counts.keys()
      if (counts === ofStrangers && counts.size > mostCounted && oldest !== undefined) counts.delete(oldest)
    } else if (counted.taken >= most)
      throw new ConsoleRefused('too_many', { retryAfterSeconds: Math.ceil((counted.endsAt - at) / 1000) })
    else counted.taken += 1
  }
}

const kinds: Partial<Record<string, keyof typeof limits>> = {
  search: 'searches',
  vote: 'votes',
  exportAgents: 'exports',
  exportAudit: 'exports',
  addLines: 'lines',
  planImport: 'lines',
}

function kindOf(call: ConsoleCallName): keyof typeof limits {
  return kinds[call] ?? (consoleCalls[call].method === 'GET' ? 'reads' : 'acts')
}
