import { indiaDate, startOfIndiaDay } from '@ekyc/contract/india-time'

import { dayMs, hourMs } from '../../../server/src/domain/durations.ts'

export type PastOrder = { createdOn: Date; completedOn: Date; failure: Failure | undefined }
/** A failure of an order. `code` is the authority's error code, or the product's own code if `source` is null. */
export type Failure = { source: 'authentication' | null; code: string }

/** The relative number of orders on each weekday, from Sunday (the shop is mostly closed) to Saturday (market day). */
const weekdays = [0.06, 1.1, 0.95, 1, 0.95, 1.1, 1.4]
/** The relative number of orders in each month: few in the monsoon, many before festivals and after the harvest. */
const months = [1, 0.95, 1.15, 1.2, 1.05, 0.9, 0.7, 0.75, 0.95, 1.3, 1.25, 1.05]
/** The relative number of orders in each hour in India from 9:00 to 20:00, with few at lunch and many after work. */
const hours = [4, 9, 12, 10, 7, 3, 6, 9, 12, 10, 5].map((weight, index) => ({ at: 9 + index, weight }))
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
const outageDays = 0.02
const outageHours = [11, 14] as const
const outageFailures = 0.75

type ShopDay = { day: string; weight: number; hasOutage: boolean }

/** Returns a shop's orders on the days before `now`, newest first. Calls on the same day return the same orders. */
export function demoYear(span: { now: Date; days: number; count: number }): PastOrder[] {
  const random = randomFrom(20_260_101)
  const calendar = Array.from({ length: span.days }, (_, back) =>
    shopDay(new Date(span.now.getTime() - (back + 1) * dayMs), random),
  )
  const total = sumOf(calendar)
  return Array.from({ length: span.count }, (_, index) => {
    // The sum of all days' weights is divided into equal slices, one for each order, so that each day gets orders in
    // proportion to its weight.
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

/** Returns the item at `place` on a line on which the items follow one another, each as long as its weight. */
function pick<Item extends { weight: number }>(items: readonly Item[], place: number): Item {
  let left = place
  const item = items.find(({ weight }) => (left -= weight) < 0) ?? items.at(-1)
  if (!item) throw new Error('nothing to pick from')
  return item
}

function sumOf(items: readonly { weight: number }[]): number {
  return items.reduce((sum, { weight }) => sum + weight, 0)
}

/** Returns a generator of pseudo-random numbers from 0 to 1 (mulberry32). One seed always gives the same numbers. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
