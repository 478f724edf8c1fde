/** Returns the known name that starts with the unknown name, or that differs from it only in case or a few letters. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const slips = (known: string) => slipsBetween(name.toLowerCase(), known.toLowerCase())
  return names
    .filter(known => (name.length > 3 && known.startsWith(name)) || slips(known) <= slipsIn(known))
    .toSorted((one, other) => slips(one) - slips(other))[0]
}

export function slipsIn(name: string): number {
  return Math.max(1, Math.floor(name.length / 5))
}

/** Counts the letters to add, drop, change or swap to turn one name into the other (optimal string alignment). */
export function slipsBetween(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    before = last
    last = next
  }
  return last[other.length] ?? Infinity
}
