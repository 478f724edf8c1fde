import { indiaDate, startOfIndiaDay } from '@ekyc/contract/india-time'

import { dayMs, latestServerTime } from '../clocks.ts'
import type { Stores } from '../stores.ts'

/** Counts by kind, such as 'kyc-hour', and by subject, such as an agent's id. */
export type QuotaStore = {
  /**
   * A count that began at or before `since`, or after `latest`, starts again. Returns false if `limit` uses are taken.
   */
  take(quota: CountedQuota & { at: Date }): Promise<boolean>
  /** Returns the time of the first use if all uses are taken, or undefined while uses are left. */
  spentBetween(quota: CountedQuota): Promise<Date | undefined>
  /** Gives nothing back to a count that began after `latest`. */
  giveBack(quota: Pick<CountedQuota, 'subject' | 'kind' | 'latest'>): Promise<void>
}

type CountedQuota = { subject: string; kind: string; since: Date; latest: Date; limit: number }

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
