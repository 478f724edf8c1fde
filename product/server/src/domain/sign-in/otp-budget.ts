import { indiaDate, startOfIndiaDay } from '@ekyc/contract/india-time'

import { latestServerTime, dayMs, minuteMs } from '../clocks.ts'
import type { Policy } from '../policy.ts'
import type { Database, Stores } from '../stores.ts'

export const otpBudgetKinds = ['sent', 'wrong'] as const
type Kind = (typeof otpBudgetKinds)[number]

type Sums = Awaited<ReturnType<Stores['otpMinutes']['sums']>>

/**
 * The bank's budget of one-time passwords for unknown requesters, and of their wrong guesses, for each minute and each
 * day in India. Each server counts in memory and shares the counts with all servers every few seconds, so that no call
 * waits for another.
 */
export type OtpBudget = ReturnType<typeof createOtpBudget>

export function createOtpBudget(options: { database: Database; policy: Policy; now: () => Date }) {
  const { database, policy, now } = options
  const limits = {
    sent: { ofMinute: policy.otpsOfBankPerMinute, ofDay: policy.otpsOfBankPerDay },
    wrong: { ofMinute: policy.wrongOtpsOfBankPerMinute, ofDay: policy.wrongOtpsOfBankPerDay },
  }
  /** This server has not shared these counts yet. The minute is in ms since 1970. */
  let own: { kind: Kind; minute: number }[] = []
  /** All servers have shared these sums in this minute and day. */
  let shared: { minute: number; day: number; sums: Sums } = { minute: 0, day: 0, sums: [] }

  return {
    count(kind: Kind, at: Date): void {
      own.push({ kind, minute: minuteOf(at) })
    },

    /** Returns the milliseconds until the budget has room again, or 0 if it has room now. */
    waitOf(kind: Kind, at: Date): number {
      const [minute, day] = [minuteOf(at), dayOf(at)]
      const sum = shared.sums.find(one => one.kind === kind)
      const ofMinute = ownSince(kind, minute) + ((shared.minute === minute && sum?.ofMinute) || 0)
      const ofDay = ownSince(kind, day) + ((shared.day === day && sum?.ofDay) || 0)
      if (ofDay >= limits[kind].ofDay) return day + dayMs - at.getTime()
      return ofMinute >= limits[kind].ofMinute ? minute + minuteMs - at.getTime() : 0
    },

    async share(): Promise<void> {
      const at = now()
      const [minute, day] = [minuteOf(at), dayOf(at)]
      const counted = [...own]
      const kinds = counted.map(one => one.kind)
      const minutes = counted.map(one => new Date(one.minute))
      const sums = await database.transaction(async ({ otpMinutes }) => {
        await otpMinutes.add({ kinds, minutes })
        const latest = latestServerTime(at)
        return otpMinutes.sums({ dayBegan: new Date(day), minute: new Date(minute), latest })
      })
      own = own.slice(counted.length)
      shared = { minute, day, sums }
    },
  }

  function ownSince(kind: Kind, began: number): number {
    return own.filter(one => one.kind === kind && one.minute >= began).length
  }
}

function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / minuteMs) * minuteMs
}

function dayOf(at: Date): number {
  return startOfIndiaDay(indiaDate(at))?.getTime() ?? 0
}
