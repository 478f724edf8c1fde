import { consoleCalls, type ConsoleCallName } from '@ekyc/contract/console/calls'

import { hourMs, minuteMs } from '../domain/durations.ts'
import { ConsoleRefused } from './answers.ts'

type Limit = { most: number; perMs: number }

/** The limits of one person, each process by itself. */
const ofPerson = {
  reads: { most: 300, perMs: minuteMs },
  searches: { most: 30, perMs: minuteMs },
  acts: { most: 60, perMs: minuteMs },
  votes: { most: 30, perMs: hourMs },
  exports: { most: 10, perMs: hourMs },
  // The largest list comes in 200 pieces, and is planned in ten.
  lines: { most: 600, perMs: minuteMs },
} satisfies Record<string, Limit>

/** The tries to sign in from one address. A bank's office has one for all of its people. */
const signInTries: Limit = { most: 20, perMs: 10 * minuteMs }
const tries: readonly ConsoleCallName[] = ['finishSignIn', 'finishPasskeySignIn', 'finishEnrolment']
/** All other calls without a session from one address, those of the provider among them. */
const strangersCalls: Limit = { most: 300, perMs: 10 * minuteMs }

/** Beyond this number the counts that are over are let go. */
const mostCounted = 10_000

export type ConsoleLimits = {
  /** @throws ConsoleRefused with the time to wait */
  count(call: ConsoleCallName, of: { staffId: string } | { network: string }): void
}

/** Counts calls from the first one of a period on; a new period begins with the first call after its end. */
export function createConsoleLimits(now: () => Date): ConsoleLimits {
  const counts = new Map<string, { endsAt: number; taken: number }>()

  return {
    count(call, of) {
      if ('network' in of) {
        if (tries.includes(call)) take(`sign-in ${of.network}`, signInTries)
        else take(`stranger ${of.network}`, strangersCalls)
      } else {
        const kind = kindOf(call)
        take(`${kind} ${of.staffId}`, ofPerson[kind])
      }
    },
  }

  function take(subject: string, { most, perMs }: Limit): void {
    const at = now().getTime()
    const counted = counts.get(subject)
    // A clock that was set back must not make a period longer.
    if (!counted || counted.endsAt <= at || counted.endsAt > at + perMs) {
      if (counts.size >= mostCounted)
        for (const [key, { endsAt }] of counts) if (endsAt <= at) counts.delete(key)
      counts.set(subject, { endsAt: at + perMs, taken: 1 })
    } else if (counted.taken >= most)
      throw new ConsoleRefused('too_many', { retryAfterSeconds: Math.ceil((counted.endsAt - at) / 1000) })
    else counted.taken += 1
  }
}

/** The kinds of calls that have a limit besides that of their method. */
const kinds: Partial<Record<string, keyof typeof ofPerson>> = {
  search: 'searches',
  vote: 'votes',
  exportAgents: 'exports',
  addLines: 'lines',
  planImport: 'lines',
}

function kindOf(call: ConsoleCallName): keyof typeof ofPerson {
  return kinds[call] ?? (consoleCalls[call].method === 'GET' ? 'reads' : 'acts')
}
