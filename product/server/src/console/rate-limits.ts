import { consoleCalls, type ConsoleCallName } from '@ekyc/contract/console/calls'

import { hourMs, minuteMs } from '../domain/clocks.ts'
import { ConsoleRefused } from './refusals.ts'

type Limit = { most: number; perMs: number }
type Counts = Map<string, { endsAt: number; taken: number }>

/** The largest number of calls by one person in a period, for each kind of call. Each process counts its own calls. */
const limitsOfPerson = {
  reads: { most: 300, perMs: minuteMs },
  searches: { most: 30, perMs: minuteMs },
  acts: { most: 60, perMs: minuteMs },
  votes: { most: 30, perMs: hourMs },
  exports: { most: 10, perMs: hourMs },
  // The largest import needs 200 calls for its lines, and ten calls for its plan.
  lines: { most: 600, perMs: minuteMs },
} satisfies Record<string, Limit>

/** The limit of returns from the identity provider for one flow, a sign-in or a proof. One return ends a flow. */
const returnLimit: Limit = { most: 3, perMs: 10 * minuteMs }
/**
 * The limit of other calls without a session from one network address, including calls of the identity provider. All
 * people of a bank's office may share one address.
 */
const anonymousLimit: Limit = { most: 300, perMs: 10 * minuteMs }

/** The most strangers' counts that are kept. A flood from many addresses forgets the oldest ones. */
const mostCounted = 10_000

export type ConsoleRateLimits = ReturnType<typeof createConsoleRateLimits>

/** Creates the limits. A period begins with the first call after the end of the previous period. */
export function createConsoleRateLimits(now: () => Date) {
  // Strangers have counts of their own, so that a flood of them forgets no person's count.
  const [ofPeople, ofStrangers]: [Counts, Counts] = [new Map(), new Map()]

  return {
    /** @throws ConsoleRefused, with the time to wait, if the limit is reached */
    count(call: ConsoleCallName, of: { staffId: string } | { network: string } | { flow: string }): void {
      if ('flow' in of) take(ofStrangers, `return ${of.flow}`, returnLimit)
      else if ('network' in of) take(ofStrangers, `stranger ${of.network}`, anonymousLimit)
      else {
        const kind = kindOf(call)
        take(ofPeople, `${kind} ${of.staffId}`, limitsOfPerson[kind])
      }
    },
  }

  function take(counts: Counts, subject: string, { most, perMs }: Limit): void {
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

const kinds: Partial<Record<string, keyof typeof limitsOfPerson>> = {
  search: 'searches',
  vote: 'votes',
  exportAgents: 'exports',
  exportAudit: 'exports',
  addLines: 'lines',
  planImport: 'lines',
}

function kindOf(call: ConsoleCallName): keyof typeof limitsOfPerson {
  return kinds[call] ?? (consoleCalls[call].method === 'GET' ? 'reads' : 'acts')
}
