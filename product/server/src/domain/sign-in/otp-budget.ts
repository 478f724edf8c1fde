import { indiaDate, startOfIndiaDay } from '@ekyc/contract/india-time'

import { latestServerTime, dayMs, minuteMs } from '../clocks.ts'
import type { Policy } from '../policy.ts'
import type { OtpBudgetCount } from './sign-in-records.ts'
import type { Database } from '../stores.ts'

/**
 * The bank's budget of one-time passwords for unknown requesters, and of their wrong guesses, for each minute and each
 * day in India. Each server counts in memory and shares the counts with all servers every few seconds, so that no call
 * waits for another.
 */
export type OtpBudget = ReturnType<typeof createOtpBudget>

type Counts = Record<OtpBudgetCount, number>
type Sums = { began: number; counts: Counts }

const none = (): Counts => ({ sent: 0, wrong: 0 })

export function createOtpBudget(options: {
  database: Pick<Database, 'otpMinutes'>
  policy: Policy
  now: () => Date
}) {
  const { database, policy, now } = options
  const limits = {
    sent: { ofMinute: policy.otpsOfBankPerMinute, ofDay: policy.otpsOfBankPerDay },
    wrong: { ofMinute: policy.wrongOtpsOfBankPerMinute, ofDay: policy.wrongOtpsOfBankPerDay },
  }
  /** The counts of this server that the sums do not contain yet. The key is the start of a minute, in ms since 1970. */
  let own = new Map<number, Counts>()
  let sumsOfMinute: Sums = { began: 0, counts: none() }
  let sumsOfDay: Sums = { began: 0, counts: none() }

  return {
    count(kind: OtpBudgetCount, at: Date): void {
      const minute = minuteOf(at)
      const counts = own.get(minute) ?? none()
      counts[kind] += 1
      own.set(minute, counts)
    },

    /** Returns the milliseconds until the budget has room again, or 0 if it has room now. */
    waitOf(kind: OtpBudgetCount, at: Date): number {
      const minute = minuteOf(at)
      const day = dayOf(at)
      const ofMinute = countSince(kind, minute, sumsOfMinute)
      const ofDay = countSince(kind, day, sumsOfDay)
      if (ofDay >= limits[kind].ofDay) return day + dayMs - at.getTime()
      return ofMinute >= limits[kind].ofMinute ? minute + minuteMs - at.getTime() : 0
    },

    async share(): Promise<void> {
      for (const [minute, counts] of own) {
        for (const kind of ['sent', 'wrong'] as const) {
          const count = counts[kind]
          if (count === 0) continue
          await database.otpMinutes.add({ kind, minute: new Date(minute), count })
          counts[kind] -= count
          addTo(sumsOfMinute, kind, minute, count)
          addTo(sumsOfDay, kind, dayOf(new Date(minute)), count)
        }
      }
      own = new Map([...own].filter(([, { sent, wrong }]) => sent + wrong > 0))
      const at = now()
      const [minute, day] = [minuteOf(at), dayOf(at)]
      const sums = await database.otpMinutes.sums({
        dayBegan: new Date(day),
        minute: new Date(minute),
        latest: latestServerTime(at),
      })
      const ofKind = (kind: OtpBudgetCount) => sums.find(sum => sum.kind === kind)
      const sumsOf = (which: 'ofDay' | 'ofMinute'): Counts => ({
        sent: ofKind('sent')?.[which] ?? 0,
        wrong: ofKind('wrong')?.[which] ?? 0,
      })
      sumsOfMinute = { began: minute, counts: sumsOf('ofMinute') }
      sumsOfDay = { began: day, counts: sumsOf('ofDay') }
    },
  }

  function countSince(kind: OtpBudgetCount, began: number, sums: Sums): number {
    const ofThisServer = [...own]
      .filter(([minute]) => minute >= began)
      .reduce((sum, [, counts]) => sum + counts[kind], 0)
    return ofThisServer + (sums.began === began ? sums.counts[kind] : 0)
  }
}

function addTo(sums: Sums, kind: OtpBudgetCount, began: number, count: number): void {
  if (sums.began === began) sums.counts[kind] += count
}

function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / minuteMs) * minuteMs
}

function dayOf(at: Date): number {
  return startOfIndiaDay(indiaDate(at))?.getTime() ?? 0
}
