import { seededRandom, type SeededRandom } from './seeded-random.ts'

/**
 * A point where a ridge ends (kind 1) or forks (kind 2). x and y are in pixels of a 300 × 400 image at 500 dpi. The
 * angle is in steps of 1/256 turn, as in ISO 19794-2.
 */
export type Minutia = { x: number; y: number; angle: number; kind: 1 | 2 }

export const imageWidth = 300
export const imageHeight = 400

/** Returns the minutiae of the synthetic finger of this name, without the errors of a capture. */
export function minutiaeOf(finger: string): Minutia[] {
  const random = seededRandom(`finger ${finger}`)
  const count = 36 + Math.floor(random() * 10)
  const minutiae: Minutia[] = []
  while (minutiae.length < count) {
    const candidate = anyMinutia(random)
    if (minutiae.every(other => distance(candidate, other) >= closest)) minutiae.push(candidate)
  }
  return minutiae
}

/**
 * Simulates one capture of a finger. The finger is slightly shifted and turned, a few of its minutiae are missing, a
 * few are spurious, and each is displaced by up to two pixels.
 */
export function impressionOf(finger: string, impression: number): Minutia[] {
  const random = seededRandom(`impression ${impression} of ${finger}`)
  const turn = spread(random, maxTurnDegrees) * (Math.PI / 180)
  const shift = { x: spread(random, maxShift), y: spread(random, maxShift) }
  const seen = minutiaeOf(finger)
    .filter(() => random() > missedShare)
    .map(minutia => moved(minutia, turn, shift, random))
  const imagined = Array.from({ length: Math.floor(random() * 4) }, () => anyMinutia(random))
  return [...seen, ...imagined].filter(insideImage)
}

const closest = 14
const missedShare = 0.08
const maxTurnDegrees = 8
const maxShift = 14

function anyMinutia(random: SeededRandom): Minutia {
  const radius = Math.sqrt(random())
  const direction = random() * 2 * Math.PI
  return {
    x: Math.round(imageWidth / 2 + radius * Math.cos(direction) * 115),
    y: Math.round(imageHeight / 2 + radius * Math.sin(direction) * 160),
    angle: Math.floor(random() * 256),
    kind: random() < 0.6 ? 1 : 2,
  }
}

function moved(
  minutia: Minutia,
  turn: number,
  shift: { x: number; y: number },
  random: SeededRandom,
): Minutia {
  const x = minutia.x - imageWidth / 2
  const y = minutia.y - imageHeight / 2
  const angle = minutia.angle + (turn / (2 * Math.PI)) * 256 + spread(random, 3)
  return {
    x: Math.round(imageWidth / 2 + x * Math.cos(turn) - y * Math.sin(turn) + shift.x + spread(random, 2)),
    y: Math.round(imageHeight / 2 + x * Math.sin(turn) + y * Math.cos(turn) + shift.y + spread(random, 2)),
    angle: (Math.round(angle) + 256) % 256,
    kind: minutia.kind,
  }
}

function insideImage(minutia: Minutia): boolean {
  return minutia.x >= 0 && minutia.x < imageWidth && minutia.y >= 0 && minutia.y < imageHeight
}

function spread(random: SeededRandom, reach: number): number {
  return (random() * 2 - 1) * reach
}

function distance(a: Minutia, b: Minutia): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
