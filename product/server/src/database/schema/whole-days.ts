import { indiaDate, startOfIndiaDay } from '@ekyc/contract/india-time'

import { dayMs } from '../../domain/durations.ts'
import type { Period } from '../../domain/kyc/kyc-stores.ts'

const nothing: Period = { from: new Date(0), before: new Date(0) }

type WholeDays = ReturnType<typeof separate>

/** The last result of `wholeDays`, for reuse: most lists have no bounds and pass the same two Date objects. */
let last: (Period & { days: WholeDays }) | undefined

/** Separates a period into its whole days in India and the incomplete days at its two ends. An end may be empty. */
export function wholeDays(period: Period): WholeDays {
  if (last?.from !== period.from || last.before !== period.before)
    last = { from: period.from, before: period.before, days: separate(period) }
  return last.days
}

function separate({ from, before }: Period) {
  const fromDay = indiaDate(new Date(from.getTime() + dayMs - 1))
  const beforeDay = indiaDate(before)
  const firstWhole = startOfIndiaDay(fromDay) ?? from
  const endOfWhole = startOfIndiaDay(beforeDay) ?? before
  // If both bounds lie within one day, the period has no whole day.
  const [head, tail] =
    firstWhole > endOfWhole
      ? [{ from, before }, nothing]
      : [
          { from, before: firstWhole },
          { from: endOfWhole, before },
        ]
  return { fromDay, beforeDay, head, tail, hasEnds: !isEmpty(head) || !isEmpty(tail) }
}

function isEmpty({ from, before }: Period): boolean {
  return from >= before
}
