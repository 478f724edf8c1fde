import { slipsBetween, slipsIn } from './nearest-name.ts'

/** Names of variables of other programs that resemble a setting. */
const others = new Set(['LOGLEVEL', 'DATADIR'])

/** The shortest name, in characters, whose misspellings are listed. PORT and HOST resemble too many names (SPORT). */
const shortestLength = 6

/**
 * Lists unknown names in the environment that resemble a setting: in another case, with a few wrong letters, or without
 * the end of the setting's name (AUTHORITY_TIMEOUT).
 * @param known the settings that the server reads; each NAME may come as NAME_FILE
 */
export function misspeltSettings(
  env: NodeJS.ProcessEnv,
  known: ReadonlySet<string>,
): { name: string; meant: string }[] {
  return Object.keys(env).flatMap(name => {
    if (!env[name] || others.has(name) || known.has(name) || known.has(withoutFile(name))) return []
    const [meant] = [...known]
      .filter(setting => looksLike(withoutFile(name), setting))
      .toSorted((one, other) => slipsBetween(name, one) - slipsBetween(name, other))
    return meant === undefined ? [] : [{ name, meant: name.endsWith('_FILE') ? fileOf(meant) : meant }]
  })
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
