import { adminConfigFrom, auditKeysFrom, configFrom } from '../config.ts'

/** Every name that the program looks for in its environment; each `NAME_FILE` belongs to its NAME. */
export function namesAskedFor(): string[] {
  const asked = new Set<string>()
  const env = new Proxy<NodeJS.ProcessEnv>(
    {},
    {
      get(_target, name) {
        asked.add(String(name))
        return String(name).endsWith('_FILE') ? undefined : '1'
      },
    },
  )
  for (const readFrom of [configFrom, adminConfigFrom, auditKeysFrom])
    try {
      readFrom(env)
    } catch {
      // '1' is no value for most; what counts here is that it was asked for.
    }
  const isFileOf = (name: string): boolean =>
    name.endsWith('_FILE') && asked.has(name.slice(0, -'_FILE'.length))
  return [...asked].filter(name => !isFileOf(name)).toSorted()
}
