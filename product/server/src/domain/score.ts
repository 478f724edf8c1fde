import { indiaDate, indiaMonth } from '@ekyc/contract/india-time'
import { unverifiedCodes, type UnverifiedCode } from '@ekyc/contract/refusals'
import type { FailureReason } from '@ekyc/contract/shapes'

import { monthOf } from './months.ts'
import { reasonOf } from './reason-of.ts'
import type { Caller, Database, Period } from './stores.ts'

export type Score = { month: string; success: number; failure: number; reasons: FailureReason[] }

/** Returns a function that counts the caller's KYC results in the present India month. */
export function createScore(options: { database: Database; now: () => Date }) {
  const { dailyCounts, orders } = options.database

  return async ({ agentId }: Caller): Promise<Score> => {
    const at = options.now()
    const month = monthOf(at)
    const days = await dailyCounts.days(agentId, {
      fromDay: indiaDate(month.from),
      beforeDay: indiaDate(month.before),
    })
    const failure = sum(days, ({ kycFailure }) => kycFailure)
    const counted = mostFrequent(code => sum(days, ({ reasons }) => reasons?.[code] ?? 0))
    // Versions before migration 0018 counted failures without reasons, so the sum of the reasons may be too small.
    const isWhole = sum(counted, ({ count }) => count) === failure
    return {
      month: indiaMonth(at),
      success: sum(days, ({ kycSuccess }) => kycSuccess),
      failure,
      reasons: isWhole ? counted : await reasonsOfOrders(agentId, month),
    }
  }

  async function reasonsOfOrders(agentId: string, month: Period): Promise<FailureReason[]> {
    const results = await orders.results(agentId, month)
    return mostFrequent(code =>
      sum(results, ({ count, ...result }) =>
        reasonOf({ ...result, action: null }).code === code ? count : 0,
      ),
    )
  }
}

/** The error codes of failed orders, each once. `unverifiedCodes` repeats a code that several verdicts share. */
const codes = new Set<UnverifiedCode>(unverifiedCodes)

function mostFrequent(countOf: (code: UnverifiedCode) => number): FailureReason[] {
  return Array.from(codes, code => ({ code, count: countOf(code) }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
}

function sum<Value>(values: readonly Value[], of: (value: Value) => number): number {
  return values.reduce((total, value) => total + of(value), 0)
}
