import { indiaDate, startOfIndiaDay } from '@ekyc/contract/india-time'

import { latestTime } from './clock-skew.ts'
import { dayMs } from './durations.ts'
import type { Stores } from './stores.ts'

export type Quota = {
  /**
   * Takes one use.
   * @returns undefined, or the milliseconds until a use is free
   */
  take(stores: Pick<Stores, 'quotas'>, subject: string, at: Date): Promise<number | undefined>
  /** Returns the milliseconds until a use is free, without taking one. */
  waitOf(stores: Pick<Stores, 'quotas'>, subject: string, at: Date): Promise<number | undefined>
  /**
   * Returns a use that was not needed.
   * @param at the time when it was taken
   */
  giveBack(stores: Pick<Stores, 'quotas'>, subject: string, at: Date): Promise<void>
}

/**
 * Allows `limit` uses in `perMs` from the first use, or in an India day. It counts a use before the work, so that parallel
 * calls cannot exceed the limit. The kind of a day's quota begins with `day-`, for the housekeeping.
 */
export function createQuota(of: { kind: string; perMs: number | 'india-day'; limit: number }): Quota {
  const { kind, perMs, limit } = of
  const countedAt = (at: Date) => ({
    since: new Date(perMs === 'india-day' ? dayBegan(at) - 1 : at.getTime() - perMs),
    latest: latestTime(at),
  })

  return {
    async take(stores, subject, at) {
      const isTaken = await stores.quotas.take({ subject, kind, at, ...countedAt(at), limit })
      return isTaken ? undefined : ((await waitOf(stores, subject, at)) ?? 0)
    },

    waitOf,
    giveBack: (stores, subject, at) =>
      stores.quotas.giveBack({ subject, kind, latest: countedAt(at).latest }),
  }

  async function waitOf(stores: Pick<Stores, 'quotas'>, subject: string, at: Date) {
    const beganOn = await stores.quotas.spentBetween({ subject, kind, ...countedAt(at), limit })
    const ends = (began: Date) => (perMs === 'india-day' ? dayBegan(at) + dayMs : began.getTime() + perMs)
    return beganOn && ends(beganOn) - at.getTime()
  }
}

function dayBegan(at: Date): number {
  return startOfIndiaDay(indiaDate(at))?.getTime() ?? 0
}
