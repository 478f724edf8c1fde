import type { WatchedOrder } from '../src/domain/fraud/fraud-rules.ts'
import { beganAt, days, triesOf, type Customers } from './honest-orders.ts'
import type { SeededRandom } from './fixed/seeded-random.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Scene = {
  random: SeededRandom
  customers: Customers
  agent: (index: number) => string
  unit: (index: number) => string
  /** Midnight in India at the start of the case's first day, in ms since 1970. */
  midnight: number
}
type Pattern = (scene: Scene) => WatchedOrder[]
type Range = readonly [least: number, most: number]

/** The chance that a scan matches, and the most scans per customer. Fingers that a gang copied match less often. */
const real = { matches: 0.95, mostTries: 2 }

/** Customers one after another: each agent serves a row of them on each day. */
type Rows = {
  hours: Range
  customers: Range
  gapSeconds: Range
  finger?: typeof real
  days?: number
  agents?: number
  scanners?: number
  /** By default all agents share the scanners. */
  hasOwnScanner?: true
}

function inRows(rows: Rows): Pattern {
  return ({ random, customers, agent, unit, midnight }) => {
    const { days: onDays = 1, agents = 1, scanners = 1, finger = real, hasOwnScanner } = rows
    const one = (index: number, later: number, scanner: number) => {
      const orders: WatchedOrder[] = []
      let at = midnight + later * day + random.between(...rows.hours) * hour
      for (let left = random.integer(...rows.customers); left > 0; left -= 1) {
        const who = {
          agentId: agent(index),
          unit: unit(hasOwnScanner ? index : scanner),
          customer: customers(),
        }
        orders.push(...triesOf(random, at, who, finger))
        at = (orders.at(-1)?.at ?? at) + random.between(...rows.gapSeconds) * 1_000
      }
      return orders
    }
    return numbers(agents).flatMap(index =>
      numbers(onDays).flatMap(later => numbers(scanners).flatMap(scanner => one(index, later, scanner))),
    )
  }
}

/**
 * Six patterns that the names of the fraud rules describe, and eight of cases that police, press and regulators have
 * reported in public. The latter were written before the limits of the rules were set. Decision record 0124 has the
 * sources.
 */
const patterns = {
  burst: inRows({ hours: [9, 17], customers: [60, 120], gapSeconds: [40, 70] }),
  night: inRows({ hours: [0, 2], customers: [8, 20], gapSeconds: [180, 720] }),
  'shared device': inRows({ agents: 9, hours: [9, 42], customers: [2, 6], gapSeconds: [240, 900] }),
  'customers too fast': inRows({ hours: [9, 18], customers: [10, 25], gapSeconds: [15, 35] }),
  'customer at many agents': visits({
    agents: 7,
    everyHours: [0.5, 1.5],
    finger: { matches: 0.02, mostTries: 2 },
  }),
  'failures then success'({ random, customers, agent, unit, midnight }) {
    return numbers(12).flatMap(served => {
      const who = { agentId: agent(0), unit: unit(0), customer: customers() }
      const at = midnight + 10 * hour + served * random.between(12, 20) * minute
      const failures = numbers(3).map(step => ({
        ...who,
        at: at + step * 40_000,
        outcome: 'mismatched' as const,
      }))
      return [...failures, { ...who, at: at + 120_000, outcome: 'verified' as const }]
    })
  },
  // Cyberabad, June 2022: a gang buys points of service, and from the next day on uses copied fingerprints.
  'new point with copied fingers': inRows({
    agents: 4,
    hasOwnScanner: true,
    days: 4,
    hours: [9, 14],
    customers: [8, 15],
    gapSeconds: [180, 540],
    finger: { matches: 0.3, mostTries: 3 },
  }),
  // Kadapa, February 2023: the copied prints of hundreds of people, a few people a day, at ordinary hours.
  'few copied fingers a day': inRows({
    days: 10,
    hours: [10, 13],
    customers: [5, 9],
    gapSeconds: [900, 3_000],
    finger: { matches: 0.2, mostTries: 4 },
  }),
  // Shops that sell SIM cards ask for two scans. The second one is used for the KYC of another person.
  'second scan of each customer': scene => {
    const first = inRows({ days: 5, hours: [9, 11], customers: [8, 14], gapSeconds: [600, 1_800] })(scene)
    return first.flatMap(order =>
      order.outcome === 'verified'
        ? [
            order,
            { ...order, customer: scene.customers(), at: order.at + scene.random.between(20, 50) * 1_000 },
          ]
        : [order],
    )
  },
  // Telangana, 2025: bus loads of people who lend their names, on two afternoons.
  'bus loads of mules': inRows({ days: 2, hours: [11, 14], customers: [90, 150], gapSeconds: [70, 110] }),
  // The owner of a point of service rents out the log-in to several people, each with another scanner.
  'rented log-in': inRows({
    days: 2,
    scanners: 6,
    hours: [9, 20],
    customers: [3, 6],
    gapSeconds: [300, 1_200],
  }),
  // One operator owns many points of service, and spreads the orders of one scanner over a week.
  'one scanner round many points': inRows({
    agents: 8,
    hours: [9, 120],
    customers: [3, 5],
    gapSeconds: [1_200, 3_600],
  }),
  // A case of UIDAI against a bank and its suppliers, 2017: a program replays stored answers of scanners.
  'a program at work': inRows({ hours: [0, 23], customers: [30, 200], gapSeconds: [5, 15] }),
  // Points of service form a network: the next point tries a victim's print that one was refused too often.
  'victims handed on': visits({
    victims: 8,
    agents: 5,
    everyHours: [0.1, 0.35],
    finger: { matches: 0.15, mostTries: 2 },
  }),
} satisfies Record<string, Pattern>

/** Each victim is tried by one agent after another. */
function visits(how: { victims?: number; agents: number; everyHours: Range; finger: typeof real }): Pattern {
  return ({ random, customers, agent, unit, midnight }) =>
    numbers(how.victims ?? 1).flatMap(() => {
      const customer = customers()
      const from = midnight + random.between(9, 14) * hour
      return numbers(how.agents).flatMap(index => {
        const who = { agentId: agent(index), unit: unit(index), customer }
        return triesOf(random, from + index * random.between(...how.everyHours) * hour, who, how.finger)
      })
    })
}

/** Makes a case of each pattern, each with agents, scanners and customers of its own. */
export function fraudCases(
  random: SeededRandom,
  customers: Customers,
): { pattern: string; orders: WatchedOrder[] }[] {
  return Object.entries<Pattern>(patterns).map(([pattern, make], number) => ({
    pattern,
    orders: make({
      random,
      customers,
      agent: index => `f${number}-${index}`,
      unit: index => `w${number}-${index}`,
      midnight: beganAt + random.integer(0, days - 12) * day,
    }),
  }))
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
