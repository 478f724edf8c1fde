import type { WatchedOrder } from '../src/domain/fraud/fraud-rules.ts'
import type { SeededRandom } from './fixed/seeded-random.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The start of the month in which the orders are made: midnight in India on a Monday, in ms since 1970. */
export const beganAt = Date.parse('2026-06-01T00:00:00+05:30')
export const days = 30

export type Customers = () => string

export function newCustomers(): Customers {
  let made = 0
  return () => `c${(made += 1)}`
}

/** Makes the orders of one customer at the counter, one for each scan. `matches` is the chance that a scan matches. */
export function triesOf(
  random: SeededRandom,
  at: number,
  who: Pick<WatchedOrder, 'agentId' | 'unit' | 'customer'>,
  finger: { matches: number; mostTries: number },
): WatchedOrder[] {
  const tries: WatchedOrder[] = []
  for (let triedAt = at; tries.length < finger.mostTries; triedAt += random.between(30, 75) * 1_000) {
    if (random.chance(0.01)) tries.push({ ...who, at: triedAt, outcome: 'other' })
    const outcome = random.chance(finger.matches) ? 'verified' : 'mismatched'
    tries.push({ ...who, at: triedAt, outcome })
    if (outcome === 'verified') break
  }
  return tries
}

type HonestAgent = {
  agentId: string
  units: string[]
  customersADay: number
  opens: number
  closes: number
  /** The indexes of the other agents in the same branch. */
  colleagues: number[]
}

/**
 * Makes the orders of honest agents in one month. The shops have every size, and some close late. Camps have up to 110
 * people in a row. The fingers of old people and manual workers fail several times. Some customers try the next
 * counter. A branch may share or replace its scanners.
 */
export function honestOrders(random: SeededRandom, agents: number, customers: Customers): WatchedOrder[] {
  const orders: WatchedOrder[] = []
  const all = Array.from({ length: agents }, (_, index) => honestAgent(random, index, agents))
  for (const [index, agent] of all.entries()) {
    let unit = agent.units[0]
    for (let dayOf = 0; dayOf < days; dayOf += 1) {
      if (dayOf % 7 === 6 && random.chance(0.7)) continue
      // The agent replaces a broken scanner or, at a counter with two scanners, picks one of them.
      if (random.chance(0.004)) unit = `u${index}-${dayOf}`
      else if (agent.units.length > 1) unit = agent.units[random.integer(0, agent.units.length - 1)]
      const isCamp = random.chance(0.004)
      const wanted = isCamp ? random.integer(50, 110) : agent.customersADay * random.between(0.4, 1.7)
      const open = (agent.closes - agent.opens) * hour
      const each = isCamp ? random.between(2, 3) * minute : open / Math.max(wanted, 1)
      const opens = beganAt + dayOf * day + agent.opens * hour
      let at = opens + random.wait(each)
      for (let served = 0; served < wanted && at < opens + open; served += 1) {
        const isWorn = random.chance(isCamp ? 0.2 : 0.1)
        const finger = { matches: isWorn ? random.between(0.25, 0.6) : 0.96, mostTries: isWorn ? 4 : 2 }
        const who = { agentId: agent.agentId, unit, customer: customers() }
        const tries = triesOf(random, at, who, finger)
        orders.push(...tries)
        const last = tries.at(-1) ?? { at, outcome: 'other' }
        if (last.outcome !== 'verified' && random.chance(0.3))
          for (const colleague of agent.colleagues.slice(0, random.integer(1, 2))) {
            const other = all[colleague]
            if (!other) continue
            const there = { agentId: other.agentId, unit: other.units[0], customer: who.customer }
            const laterAt = last.at + random.between(0.2, 30) * hour
            orders.push(...triesOf(random, laterAt - ((laterAt - beganAt) % day) + 12 * hour, there, finger))
          }
        // A family that brings its papers takes less time per customer.
        const isPrepared = random.chance(0.03)
        if (isPrepared) at = last.at + random.between(40, 70) * 1_000
        else at = last.at + random.between(1.2, 2) * minute + random.wait(isCamp ? each / 3 : each)
      }
    }
  }
  return orders
}

function honestAgent(random: SeededRandom, index: number, agents: number): HonestAgent {
  const branch = index - (index % 4)
  const isShared = branch % 40 === 0
  const closesLate = random.chance(0.03)
  return {
    agentId: `h${index}`,
    // The four agents of a shared branch have two scanners. Some other agents have a second scanner.
    units: isShared
      ? [`u${branch}`, `u${branch + 1}`]
      : random.chance(0.06)
        ? [`u${index}`, `v${index}`]
        : [`u${index}`],
    customersADay: Math.min(70, Math.exp(random.between(1.4, 3.9))),
    opens: random.between(8, 10.5),
    closes: closesLate ? random.between(21, 23.2) : random.between(17, 20.5),
    colleagues: [1, 2, 3].map(step => branch + ((index - branch + step) % 4)).filter(one => one < agents),
  }
}
