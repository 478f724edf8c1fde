import { indiaDate, startOfIndiaDay } from '@ekyc/contract/india-time'

import { dayMs, latestServerTime } from '../clocks.ts'
import type { Stores } from '../stores.ts'

export type Quota = ReturnType<typeof createQuota>

type Quotas = Pick<Stores, 'quotas'>

/**
 * Allows `limit` uses within `perMs` milliseconds of the first use, or within an India day. A use is counted before the
 * action that it allows, so that parallel calls cannot exceed the limit. The housekeeping recognises daily quotas by
 * the prefix `day-` of their kind.
 */
export function createQuota(of: { kind: string; perMs: number | 'india-day'; limit: number }) {
  const { kind, perMs, limit } = of
  const countedAt = (at: Date) => ({
    since: new Date(perMs === 'india-day' ? dayBegan(at) - 1 : at.getTime() - perMs),
    latest: latestServerTime(at),
  })

  return {
    /** Returns undefined if a use was free, otherwise the time until one is free, in ms. */
    async take(stores: Quotas, subject: string, at: Date): Promise<number | undefined> {
      const isTaken = await stores.quotas.take({ subject, kind, at, ...countedAt(at), limit })
      return isTaken ? undefined : ((await waitOf(stores, subject, at)) ?? 0)
    },

    waitOf,

    /** @param at the time when the use was taken */
    giveBack(stores: Quotas, subject: string, at: Date): Promise<void> {
      return stores.quotas.giveBack({ subject, kind, latest: countedAt(at).latest })
    },
  }

  /** Returns the time until a use is free, in ms, or undefined if one is free now. Takes no use. */
  async function waitOf(stores: Quotas, subject: string, at: Date): Promise<number | undefined> {
    const beganOn = await stores.quotas.spentBetween({ subject, kind, ...countedAt(at), limit })
    const ends = (began: Date) => (perMs === 'india-day' ? dayBegan(at) + dayMs : began.getTime() + perMs)
    return beganOn && ends(beganOn) - at.getTime()
  }
}

function dayBegan(at: Date): number {
  return startOfIndiaDay(indiaDate(at))?.getTime() ?? 0
}
