export type Seeded = {
  /** Returns an integer from 0 up to, but not including, `below`. */
  below(below: number): number
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
}

/** Creates a random number generator (mulberry32). The same seed gives the same sequence of numbers. */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: below => Math.floor(next() * below),
    chance: probability => next() < probability,
    pick(list) {
      const picked = list[Math.floor(next() * list.length)]
      if (picked === undefined) throw new Error('there is nothing to pick from')
      return picked
    },
  }
}
