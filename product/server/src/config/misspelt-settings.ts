const others = new Set(['LOGLEVEL', 'DATADIR'])

/** PORT and HOST resemble too many names (SPORT). */
const shortestLength = 6

/**
 * Lists unknown names that resemble a setting, or lack its end (AUTHORITY_TIMEOUT).
 * @param known each NAME may come as NAME_FILE
 */
export function misspeltSettings(
  env: NodeJS.ProcessEnv,
  known: ReadonlySet<string>,
): { name: string; meant: string }[] {
  const settings = [...known].filter(setting => setting.length >= shortestLength)
  return Object.keys(env).flatMap(name => {
    const bare = name.replace(/_FILE$/, '')
    if (!env[name] || others.has(name) || known.has(name) || known.has(bare)) return []
    if (bare.length < shortestLength - 1) return []
    const meant = nearestName(bare, settings, bare.includes('_') ? `${bare}_` : '')
    if (meant === undefined) return []
    return [{ name, meant: bare === name ? meant : `${meant.replace(/_FILE$/, '')}_FILE` }]
  })
}

/** @param start a known name that starts so is near, too */
export function nearestName(name: string, names: readonly string[], start = name): string | undefined {
  const slips = (known: string) => slipsBetween(name.toLowerCase(), known.toLowerCase())
  return names
    .filter(known => (start.length > 3 && known.startsWith(start)) || slips(known) <= slipsIn(known))
    .toSorted((one, other) => slips(one) - slips(other))[0]
}

function slipsIn(name: string): number {
  return Math.max(1, Math.floor(name.length / 5))
}

/** Optimal string alignment: the letters to add, drop, change or swap. */
function slipsBetween(one: string, other: string): number {
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
