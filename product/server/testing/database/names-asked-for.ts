import { readAdminConfig, readServerConfig, readConsoleConfig } from '../../src/config/read-config.ts'

/** Returns every name that the programs read from their environment. `NAME_FILE` is left out if NAME is in the list. */
export function namesAskedFor(): string[] {
  const names = new Set<string>()
  const env = new Proxy<NodeJS.ProcessEnv>(
    {},
    {
      get(_target, name) {
        names.add(String(name))
        return String(name).endsWith('_FILE') ? undefined : '1'
      },
    },
  )
  for (const readFrom of [readServerConfig, readAdminConfig, readConsoleConfig])
    try {
      readFrom(env)
    } catch {
      // Most settings refuse the value '1'. The error does not matter, because the test needs only the settings' names.
    }
  const isFileOf = (name: string): boolean =>
    name.endsWith('_FILE') && names.has(name.slice(0, -'_FILE'.length))
  return [...names].filter(name => !isFileOf(name)).toSorted()
}
