import { indiaDate, startOfIndiaDay } from '@ekyc/contract/india-time'

import { dayMs, hourMs } from '../domain/durations.ts'

/** A past order of the demo. */
export type PastOrder = { createdOn: Date; completedOn: Date; failure: Failure | undefined }
/** The authority's code, or the product's own name of a failure. */
export type Failure = { source: 'authentication' | null; code: string }

/** Sunday to Saturday: the shop is shut on most Sundays, and Saturday is market day. */
const weekdays = [0.06, 1.1, 0.95, 1, 0.95, 1.1, 1.4]
/** January to December: slow in the monsoon, busy before the festivals and after the harvest. */
const months = [1, 0.95, 1.15, 1.2, 1.05, 0.9, 0.7, 0.75, 0.95, 1.3, 1.25, 1.05]
/** The shop's hours in India: open from 9 to 20, a lunch break at 14, most customers after work. */
const hours = [4, 9, 12, 10, 7, 3, 6, 9, 12, 10, 5].map((weight, index) => ({ at: 9 + index, weight }))
/** Failures in the proportion that a counter meets. */
const failures: (Failure & { weight: number })[] = [
  { source: 'authentication', code: '300', weight: 60 },
  { source: 'authentication', code: '330', weight: 9 },
  { source: null, code: 'authority_timeout', weight: 6 },
  { source: 'authentication', code: '559', weight: 5 },
  { source: 'authentication', code: '811', weight: 4 },
  { source: 'authentication', code: '998', weight: 4 },
  { source: 'authentication', code: '561', weight: 3 },
  { source: null, code: 'authority_unusable', weight: 3 },
  { source: 'authentication', code: '996', weight: 2 },
]
const outages = failures.filter(({ source }) => source === null)
const usualFailures = 0.14
/** On some days the authority is out of service from 11 to 14 o'clock. */
const outageDays = 0.02
const outageHours = [11, 14] as const
const outageFailures = 0.75

type ShopDay = { day: string; weight: number; hasOutage: boolean }

/** Returns a shop's orders on the days before `now`, newest first. The same day always gives the same orders. */
export function demoYear(span: { now: Date; days: number; count: number }): PastOrder[] {
  const random = randomFrom(20_260_101)
  const calendar = Array.from({ length: span.days }, (_, back) =>
    shopDay(new Date(span.now.getTime() - (back + 1) * dayMs), random),
  )
  const total = sumOf(calendar)
  return Array.from({ length: span.count }, (_, index) => {
    // Each order takes its own slice of the weights, so that each day gets its share of the orders.
    return pastOrder(pick(calendar, ((index + random()) / span.count) * total), random)
  }).toSorted((one, other) => other.createdOn.getTime() - one.createdOn.getTime())
}

function shopDay(instant: Date, random: () => number): ShopDay {
  const day = indiaDate(instant)
  const date = new Date(`${day}T00:00:00Z`)
  const season = (weekdays[date.getUTCDay()] ?? 0) * (months[date.getUTCMonth()] ?? 0)
  return { day, weight: season * (0.6 + 0.8 * random()), hasOutage: random() < outageDays }
}

function pastOrder({ day, hasOutage }: ShopDay, random: () => number): PastOrder {
  const hour = pick(hours, random() * sumOf(hours)).at
  const start = startOfIndiaDay(day)?.getTime() ?? 0
  const createdOn = new Date(start + Math.floor((hour + random()) * hourMs))
  const isOut = hasOutage && hour >= outageHours[0] && hour < outageHours[1]
  const possible = isOut ? outages : failures
  const failed = random() < (isOut ? outageFailures : usualFailures)
  return {
    createdOn,
    completedOn: new Date(createdOn.getTime() + Math.floor(35_000 + random() * 90_000)),
    failure: failed ? pick(possible, random() * sumOf(possible)) : undefined,
  }
}

/** Returns the item whose slice of all weights contains `place`. */
function pick<Item extends { weight: number }>(items: readonly Item[], place: number): Item {
  let left = place
  const item = items.find(({ weight }) => (left -= weight) < 0) ?? items.at(-1)
  if (!item) throw new Error('nothing to pick from')
  return item
}

function sumOf(items: readonly { weight: number }[]): number {
  return items.reduce((sum, { weight }) => sum + weight, 0)
}

/** Numbers from 0 to 1 that look random and are the same in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
