const others = new Set(['LOGLEVEL', 'DATADIR'])

/** PORT and HOST resemble too many names (SPORT). */
const shortestLength = 6

/**
 * Lists unknown names that resemble a setting: in another case, with a few wrong letters, or without its end
 * (AUTHORITY_TIMEOUT).
 */
export function misspeltSettings(
  env: NodeJS.ProcessEnv,
  known: ReadonlySet<string>,
): { name: string; meant: string }[] {
  return Object.keys(env).flatMap(name => {
    if (!env[name] || others.has(name) || known.has(name) || known.has(withoutFile(name))) return []
    const slips = (setting: string) => slipsBetween(withoutFile(name).toUpperCase(), setting)
    const [meant] = [...known]
      .filter(setting => looksLike(withoutFile(name), setting))
      .toSorted((one, other) => slips(one) - slips(other))
    return meant === undefined ? [] : [{ name, meant: name.endsWith('_FILE') ? fileOf(meant) : meant }]
  })
}

export function nearestName(name: string, names: readonly string[]): string | undefined {
  const slips = (known: string) => slipsBetween(name.toLowerCase(), known.toLowerCase())
  return names
    .filter(known => (name.length > 3 && known.startsWith(name)) || slips(known) <= slipsIn(known))
    .toSorted((one, other) => slips(one) - slips(other))[0]
}

function withoutFile(name: string): string {
  return name.replace(/_FILE$/, '')
}

function fileOf(setting: string): string {
  return setting.endsWith('_FILE') ? setting : `${setting}_FILE`
}

function looksLike(name: string, setting: string): boolean {
  if (setting.length < shortestLength || name.length < shortestLength - 1) return false
  if (name.includes('_') && setting.startsWith(`${name}_`)) return true
  return slipsBetween(name.toUpperCase(), setting) <= slipsIn(setting)
}

function slipsIn(name: string): number {
  return Math.max(1, Math.floor(name.length / 5))
}

/** Counts the letters to add, drop, change or swap to turn one name into the other (optimal string alignment). */
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
