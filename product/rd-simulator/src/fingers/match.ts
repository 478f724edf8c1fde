import type { Minutia } from './minutiae.ts'

/**
 * Returns the similarity of two captures, from 0 to 1. The finger can be shifted and turned on the scanner, so each
 * pair of minutiae proposes one alignment of `a` with `b`. The alignment with the most matching minutiae counts.
 */
export function matchScore(a: Minutia[], b: Minutia[]): number {
  if (a.length === 0 || b.length === 0) return 0
  let best = 0
  for (const from of a) {
    for (const to of b) {
      const turn = angleBetween(from.angle, to.angle)
      if (Math.abs(turn) > maxTurn) continue
      best = Math.max(best, meeting(a, b, from, to, turn, best))
    }
  }
  return (best * best) / (a.length * b.length)
}

/**
 * The lowest score at which two captures count as captures of the same finger. A test measures how far apart the scores
 * of equal and of different fingers are.
 */
export const matchThreshold = 0.3

const maxTurn = 28 // in steps of 1/256 turn: about 40 degrees
const reach = 11 // in pixels
const angleReach = 14 // in steps of 1/256 turn

/**
 * Counts the minutiae of `a` that match a minutia of `b` when `from` is aligned with `to`. Each minutia of `b` counts
 * at most once. Stops as soon as the count cannot exceed `best`.
 */
function meeting(a: Minutia[], b: Minutia[], from: Minutia, to: Minutia, turn: number, best: number): number {
  const cos = Math.cos((turn / 256) * 2 * Math.PI)
  const sin = Math.sin((turn / 256) * 2 * Math.PI)
  const taken = new Uint8Array(b.length)
  let met = 0
  let left = a.length
  for (const minutia of a) {
    if (met + left-- <= best) return met
    const x = to.x + (minutia.x - from.x) * cos - (minutia.y - from.y) * sin
    const y = to.y + (minutia.x - from.x) * sin + (minutia.y - from.y) * cos
    const index = freeNeighbour(b, taken, x, y, minutia.angle + turn)
    if (index === undefined) continue
    taken[index] = 1
    met++
  }
  return met
}

function freeNeighbour(
  b: Minutia[],
  taken: Uint8Array,
  x: number,
  y: number,
  angle: number,
): number | undefined {
  for (let index = 0; index < b.length; index++) {
    const other = b[index]
    if (!other || Math.abs(other.x - x) > reach || Math.abs(other.y - y) > reach) continue
    if (taken[index] === 0 && Math.abs(angleBetween(angle, other.angle)) <= angleReach) return index
  }
  return undefined
}

/** Returns the shorter rotation from one angle to the other, from -128 to 127 steps of 1/256 turn. */
function angleBetween(from: number, to: number): number {
  return ((((to - from + 128) % 256) + 256) % 256) - 128
}
