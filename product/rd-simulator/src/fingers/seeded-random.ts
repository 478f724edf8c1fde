import { createHash } from 'node:crypto'

/** A generator of numbers in [0, 1). The same seed gives the same numbers on every machine. */
export type SeededRandom = () => number

export function seededRandom(seed: string): SeededRandom {
  return randomFrom(createHash('sha256').update(seed).digest().readUInt32LE(0))
}

/** Makes a Mulberry32 generator. Mulberry32 is small and fast, but unfit for secrets. */
export function randomFrom(seed: number): SeededRandom {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
