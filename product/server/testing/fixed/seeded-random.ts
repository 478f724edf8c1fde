/** A random number generator (mulberry32). The same seed gives the same numbers. */
export type SeededRandom = ReturnType<typeof seededRandom>

export function seededRandom(seed: number) {
  let state = seed
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    chance: (share: number) => next() < share,
    /** Returns an integer from 0 up to, but not including, `limit`. */
    below: (limit: number) => Math.floor(next() * limit),
    pick<T>(list: readonly T[]): T {
      const picked = list[Math.floor(next() * list.length)]
      if (picked === undefined) throw new Error('there is nothing to pick from')
      return picked
    },
    between: (least: number, most: number) => least + next() * (most - least),
  }
}
