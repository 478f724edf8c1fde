import type { WatchedOrder } from '../src/domain/fraud/fraud-store.ts'
import { beganAt, days, triesOf, type Customers } from './honest-orders.ts'
import type { SeededRandom } from './fixed/seeded-random.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export type FraudCase = { pattern: PatternName; orders: WatchedOrder[] }

type Scene = {
  random: SeededRandom
  customers: Customers
  agent: (index: number) => string
  unit: (index: number) => string
  /** Midnight in India at the start of the case's first day, in ms since 1970. */
  midnight: number
}
type Pattern = (scene: Scene) => WatchedOrder[]

/** The chance that a scan matches, and the most scans per customer. Fingers that a gang copied match less often. */
const real = { matches: 0.95, mostTries: 2 }
const copied = { matches: 0.3, mostTries: 3 }

/** Makes the orders of one agent who serves customers one after another. */
function inARow(
  { random, customers, agent, unit }: Scene,
  row: {
    from: number
    customers: number
    gap: () => number
    finger?: typeof real
    agent?: number
    unit?: number
  },
): WatchedOrder[] {
  const orders: WatchedOrder[] = []
  let at = row.from
  for (let served = 0; served < row.customers; served += 1) {
    const who = { agentId: agent(row.agent ?? 0), unit: unit(row.unit ?? 0), customer: customers() }
    orders.push(...triesOf(random, at, who, row.finger ?? real))
    at = (orders.at(-1)?.at ?? at) + row.gap()
  }
  return orders
}

/** The fraud patterns that the names of the fraud rules describe. */
const named = {
  burst(scene) {
    const { random, midnight } = scene
    const gap = () => random.between(40, 70) * 1_000
    return inARow(scene, {
      from: midnight + random.between(9, 17) * hour,
      customers: random.integer(60, 120),
      gap,
    })
  },
  night(scene) {
    const { random, midnight } = scene
    const gap = () => random.between(3, 12) * minute
    return inARow(scene, {
      from: midnight + random.between(0, 2) * hour,
      customers: random.integer(8, 20),
      gap,
    })
  },
  'shared device'(scene) {
    const { random, midnight } = scene
    return numbers(random.integer(6, 12)).flatMap(index => {
      const from = midnight + random.between(9, 42) * hour
      const gap = () => random.between(4, 15) * minute
      return inARow(scene, { from, customers: random.integer(2, 6), gap, agent: index })
    })
  },
  'customers too fast'(scene) {
    const { random, midnight } = scene
    const gap = () => random.between(15, 35) * 1_000
    return inARow(scene, {
      from: midnight + random.between(9, 18) * hour,
      customers: random.integer(10, 25),
      gap,
    })
  },
  'customer at many agents'({ random, customers, agent, unit, midnight }) {
    const customer = customers()
    return numbers(random.integer(5, 9)).flatMap(index => {
      const at = midnight + (9 + index * random.between(0.5, 1.5)) * hour
      return triesOf(
        random,
        at,
        { agentId: agent(index), unit: unit(index), customer },
        { matches: 0.02, mostTries: 2 },
      )
    })
  },
  'failures then success'({ random, customers, agent, unit, midnight }) {
    let at = midnight + random.between(9, 12) * hour
    return numbers(random.integer(8, 16)).flatMap(() => {
      const who = { agentId: agent(0), unit: unit(0), customer: customers() }
      const failures = numbers(random.integer(3, 4)).map(step => ({
        ...who,
        at: at + step * 40_000,
        outcome: 'mismatched' as const,
      }))
      const success = { ...who, at: at + failures.length * 40_000, outcome: 'verified' as const }
      at = success.at + random.between(5, 20) * minute
      return [...failures, success]
    })
  },
} satisfies Record<string, Pattern>

/**
 * The fraud patterns in cases that police, press and regulators have reported in public. The patterns were written
 * before the limits of the rules were set. Decision record 0124 has the sources.
 */
const told = {
  // Cyberabad, June 2022: a gang buys points of service, and from the next day on uses the copied fingerprints of 149
  // victims.
  'new point with copied fingers'(scene) {
    const { random, midnight } = scene
    return numbers(4).flatMap(index =>
      numbers(random.integer(3, 5)).flatMap(later => {
        const from = midnight + later * day + random.between(9, 14) * hour
        const gap = () => random.between(3, 9) * minute
        const customers = random.integer(8, 15)
        return inARow(scene, { from, customers, gap, finger: copied, agent: index, unit: index })
      }),
    )
  },
  // Kadapa, February 2023: two distant points of service try the copied prints of hundreds of people, a few people a
  // day, at ordinary hours.
  'few copied fingers a day'(scene) {
    const { random, midnight } = scene
    return numbers(10).flatMap(later => {
      const from = midnight + later * day + random.between(10, 13) * hour
      const gap = () => random.between(15, 50) * minute
      return inARow(scene, {
        from,
        customers: random.integer(5, 9),
        gap,
        finger: { matches: 0.2, mostTries: 4 },
      })
    })
  },
  // Shops that sell SIM cards ask each customer to scan the thumb twice. The second scan is used for the KYC of another
  // person.
  'second scan of each customer'(scene) {
    const { random, midnight, customers, agent, unit } = scene
    return numbers(random.integer(3, 6)).flatMap(later => {
      const from = midnight + later * day + random.between(9, 11) * hour
      const gap = () => random.between(10, 30) * minute
      return inARow(scene, { from, customers: random.integer(8, 14), gap }).flatMap(order => {
        if (order.outcome !== 'verified') return [order]
        const at = order.at + random.between(20, 50) * 1_000
        return [order, { ...order, agentId: agent(0), unit: unit(0), customer: customers(), at }]
      })
    })
  },
  // Telangana, 2025: a recruiter brings bus loads of people who lend their names. An agent on-boards them on two
  // afternoons.
  'bus loads of mules'(scene) {
    const { random, midnight } = scene
    return numbers(2).flatMap(later => {
      const from = midnight + later * day + random.between(11, 14) * hour
      const gap = () => random.between(70, 110) * 1_000
      return inARow(scene, { from, customers: random.integer(90, 150), gap })
    })
  },
  // The owner of a point of service rents out the log-in. Several people use the log-in at once, each with another
  // scanner.
  'rented log-in'(scene) {
    const { random, midnight } = scene
    return numbers(2).flatMap(later =>
      numbers(random.integer(4, 7)).flatMap(index => {
        const from = midnight + later * day + random.between(9, 20) * hour
        const gap = () => random.between(5, 20) * minute
        return inARow(scene, { from, customers: random.integer(3, 6), gap, unit: index })
      }),
    )
  },
  // One operator owns many points of service, and spreads the orders of one scanner over a week. Each point then stays
  // below its limits.
  'one scanner round many points'(scene) {
    const { random, midnight } = scene
    return numbers(random.integer(7, 10)).flatMap(index => {
      const from = midnight + index * 0.7 * day + random.between(9, 10) * hour
      const gap = () => random.between(20, 60) * minute
      return inARow(scene, { from, customers: random.integer(3, 5), gap, agent: index })
    })
  },
  // A case of UIDAI against a bank and its suppliers, 2017: a program replays stored answers of scanners.
  'a program at work'(scene) {
    const { random, midnight } = scene
    const gap = () => random.between(5, 15) * 1_000
    return inARow(scene, {
      from: midnight + random.between(0, 23) * hour,
      customers: random.integer(30, 200),
      gap,
    })
  },
  // Points of service form a network. If one point is refused too often, the next point tries the same victim's print.
  'victims handed on'(scene) {
    const { random, midnight, customers, agent, unit } = scene
    return numbers(random.integer(6, 10)).flatMap(() => {
      const customer = customers()
      const at = midnight + random.between(10, 15) * hour
      return numbers(random.integer(4, 5)).flatMap(index => {
        const who = { agentId: agent(index), unit: unit(index), customer }
        return triesOf(random, at + index * random.between(6, 20) * minute, who, {
          matches: 0.15,
          mostTries: 2,
        })
      })
    })
  },
} satisfies Record<string, Pattern>

export type PatternName = keyof typeof named | keyof typeof told

const patterns: Record<PatternName, Pattern> = { ...named, ...told }

/**
 * Makes `ofEach` cases of each pattern. Each case has its own agents, scanners and customers. In every second case the
 * agents also serve ordinary customers on the same days, like a shop that commits fraud on the side.
 */
export function fraudCases(random: SeededRandom, ofEach: number, customers: Customers): FraudCase[] {
  return (Object.keys(patterns) as PatternName[]).flatMap((pattern, number) =>
    numbers(ofEach).map(one => {
      const name = `${number}-${one}`
      const midnight = beganAt + random.integer(0, days - 12) * day
      const agent = (index: number) => `f${name}-${index}`
      const unit = (index: number) => `w${name}-${index}`
      const orders = patterns[pattern]({ random, customers, agent, unit, midnight })
      const ordinary = one % 2 === 0 ? [] : ordinaryWork(random, orders, customers)
      return { pattern, orders: [...orders, ...ordinary] }
    }),
  )
}

function ordinaryWork(random: SeededRandom, orders: WatchedOrder[], customers: Customers): WatchedOrder[] {
  const shops = new Map(
    orders.map(order => [`${order.agentId} ${Math.floor((order.at - beganAt) / day)}`, order]),
  )
  return [...shops.values()].flatMap(({ agentId, unit, at }) => {
    const opens = at - ((at - beganAt) % day) + 9 * hour
    return numbers(random.integer(3, 12)).flatMap(step => {
      const finger = random.isTrue(0.1) ? { matches: 0.45, mostTries: 4 } : real
      const who = { agentId, unit, customer: customers() }
      return triesOf(random, opens + step * 0.8 * hour + random.between(0, 0.7) * hour, who, finger)
    })
  })
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
