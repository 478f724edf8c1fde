import { indiaMonth } from '@ekyc/contract/india-time'
import type { UnverifiedCode } from '@ekyc/contract/refusals'
import type { FailureReason } from '@ekyc/contract/shapes'

import { monthOf } from './months.ts'
import type { Caller, Database } from './stores.ts'
import { reasonOf } from './submission.ts'

export type Score = { month: string; success: number; failure: number; reasons: FailureReason[] }

/** Counts the caller's results of the present India month. */
export function createScore(options: { database: Database; now: () => Date }) {
  return async ({ agentId }: Caller): Promise<Score> => {
    const at = options.now()
    const results = await options.database.orders.results(agentId, monthOf(at))
    const counts = new Map<UnverifiedCode | undefined, number>()
    for (const { count, ...result } of results) {
      const { code } = reasonOf({ ...result, action: null })
      counts.set(code, (counts.get(code) ?? 0) + count)
    }
    const reasons = [...counts]
      .flatMap(([code, count]) => (code ? [{ code, count }] : []))
      .toSorted((one, other) => other.count - one.count)
    return {
      month: indiaMonth(at),
      success: counts.get(undefined) ?? 0,
      failure: reasons.reduce((sum, { count }) => sum + count, 0),
      reasons,
    }
  }
}
