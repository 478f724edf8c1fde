import { startOfIndiaDay } from '@ekyc/contract/india-time'
import { randomFrom } from '@ekyc/rd-simulator/fingers/seeded-random'

import { dayMs, hourMs } from '../../../server/src/domain/clocks.ts'

export type DemoOrder = { createdOn: Date; completedOn: Date; failure: Failure | undefined }
/** A failure of an order. `code` is the authority's error code, or the product's own code if `source` is null. */
export type Failure = { source: 'authentication' | null; code: string }

/** The relative number of orders on each weekday, from Sunday to Saturday: shops serve most when offices are closed. */
const weekdays = [1.4, 1.1, 0.95, 1, 0.95, 1.1, 1.4]
/** The relative number of orders in each month: few in the monsoon, many before festivals and after the harvest. */
const months = [1, 0.95, 1.15, 1.2, 1.05, 0.9, 0.7, 0.75, 0.95, 1.3, 1.25, 1.05]
/** The relative number of orders in each hour in India from 9:00 to 20:00, with few at lunch and many after work. */
const hours = [4, 9, 12, 10, 7, 3, 6, 9, 12, 10, 5].map((weight, index) => ({ at: 9 + index, weight }))
export const notMatched: Failure = { source: 'authentication', code: '300' }
const failures: (Failure & { weight: number })[] = [
  { ...notMatched, weight: 60 },
  { source: 'authentication', code: '330', weight: 9 },
  { source: null, code: 'authority_timeout', weight: 6 },
  { source: 'authentication', code: '559', weight: 5 },
  { source: 'authentication', code: '811', weight: 4 },
  { source: 'authentication', code: '998', weight: 4 },
  { source: 'authentication', code: '561', weight: 3 },
  { source: null, code: 'authority_unusable', weight: 3 },
  { source: 'authentication', code: '996', weight: 2 },
]

/** Returns an agent's orders of a day in India, newest first. The same agent and day always have the same orders. */
export function ordersOfDay(
  day: string,
  agent: { number: number; ordersADay: number; failing: number },
): DemoOrder[] {
  const date = new Date(`${day}T00:00:00Z`)
  const random = randomFrom((date.getTime() / dayMs) * 1_000 + agent.number)
  const season = (weekdays[date.getUTCDay()] ?? 0) * (months[date.getUTCMonth()] ?? 0)
  const count = Math.round(agent.ordersADay * season * (0.6 + 0.8 * random()))
  const start = startOfIndiaDay(day)?.getTime() ?? 0
  return Array.from({ length: count }, () => {
    const hour = pick(hours, random).at + random()
    return orderAt(new Date(start + Math.floor(hour * hourMs)), agent.failing, random)
  }).toSorted((one, other) => other.createdOn.getTime() - one.createdOn.getTime())
}

export function orderAt(createdOn: Date, failing: number, random: () => number): DemoOrder {
  return {
    createdOn,
    completedOn: new Date(createdOn.getTime() + Math.floor(35_000 + random() * 90_000)),
    failure: random() < failing ? pick(failures, random) : undefined,
  }
}

function pick<Item extends { weight: number }>(items: readonly Item[], random: () => number): Item {
  let left = random() * items.reduce((sum, { weight }) => sum + weight, 0)
  const item = items.find(({ weight }) => (left -= weight) < 0) ?? items.at(-1)
  if (!item) throw new Error('nothing to pick from')
  return item
}
