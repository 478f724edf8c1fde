import { clockSkewMs } from './clock-skew.ts'
import type { Stores } from './stores.ts'

export type Quota = {
  /** undefined: taken; else for how many milliseconds none is left. */
  take(stores: Pick<Stores, 'quotas'>, subject: string, at: Date): Promise<number | undefined>
  /** For how long none is left, without taking one. */
  waitOf(stores: Pick<Stores, 'quotas'>, subject: string, at: Date): Promise<number | undefined>
  /** What was taken was not used. @param at when it was taken */
  giveBack(stores: Pick<Stores, 'quotas'>, subject: string, at: Date): Promise<void>
}

/**
 * At most `limit` in `perMs`, which begin with the first. Counted before it is done, so that parallel calls cannot all
 * slip past the limit.
 */
export function createQuota(of: { kind: string; perMs: number; limit: number }): Quota {
  const { kind, perMs, limit } = of
  const since = (at: Date) => new Date(at.getTime() - perMs)

  return {
    async take(stores, subject, at) {
      const latest = new Date(at.getTime() + clockSkewMs)
      const isTaken = await stores.quotas.take({ subject, kind, at, since: since(at), latest, limit })
      return isTaken ? undefined : ((await waitOf(stores, subject, at)) ?? 0)
    },

    waitOf,
    giveBack: (stores, subject, at) => stores.quotas.giveBack({ subject, kind, at }),
  }

  async function waitOf(stores: Pick<Stores, 'quotas'>, subject: string, at: Date) {
    const beganOn = await stores.quotas.spentSince({ subject, kind, since: since(at), limit })
    return beganOn && beganOn.getTime() + perMs - at.getTime()
  }
}
