/** A function that reads a setting from JSON. For a wrong value, it throws ControlRefused with the setting's name. */
type Field<V> = (value: unknown, name: string) => V

export type Fields<T> = { [K in keyof T]: Field<T[K]> }

/** Reports a wrong request to a control. If one setting is wrong, the message names it and what is allowed. */
export class ControlRefused extends Error {
  override name = 'ControlRefused'
}

/** Settings that can be read, changed field by field and reset while the sandbox runs. */
export function createControl<T extends object>(defaults: T, fields: Fields<T>) {
  const settings: T = { ...defaults }
  return {
    settings,
    get: () => ({ ...settings }),
    /** Changes the given fields. If a field is unknown or wrong, throws ControlRefused and changes nothing. */
    put: (change: unknown) => ({ ...Object.assign(settings, changed(settings, change, fields)) }),
    reset: () => ({ ...Object.assign(settings, defaults) }),
  }
}

/** Returns the settings with the given changes. Throws ControlRefused if a setting is wrong or unknown. */
export function changed<T extends object>(settings: T, change: unknown, fields: Fields<T>): T {
  if (typeof change !== 'object' || change === null || Array.isArray(change))
    throw new ControlRefused('The body must be a JSON object of settings')
  const fieldsByName = new Map<string, Field<unknown>>(Object.entries(fields))
  const changes = Object.entries(change).map(([name, value]) => {
    const readSetting = fieldsByName.get(name)
    if (!readSetting)
      throw new ControlRefused(`${name}: unknown; known are ${[...fieldsByName.keys()].join(', ')}`)
    return [name, readSetting(value, name)] as const
  })
  return { ...settings, ...Object.fromEntries(changes) }
}

export function field<V>(accepts: (value: unknown) => value is V, expects: string): Field<V> {
  return (value, name) => {
    if (accepts(value)) return value
    throw new ControlRefused(`${name}: must be ${expects}`)
  }
}

export function number(what: string, least: number, most: number): Field<number> {
  return field(
    (value): value is number => typeof value === 'number' && value >= least && value <= most,
    `${what} from ${least} to ${most}`,
  )
}

export const flag = field((value): value is boolean => typeof value === 'boolean', 'true or false')

export function text(longest: number): Field<string> {
  return field(
    (value): value is string => typeof value === 'string' && value !== '' && value.length <= longest,
    `text of 1 to ${longest} characters`,
  )
}

export function oneOf<const C extends string>(choices: readonly C[]): Field<C> {
  return (value, name) => {
    const choice = choices.find(one => one === value)
    if (choice !== undefined) return choice
    throw new ControlRefused(
      `${name}: ${JSON.stringify(value)?.slice(0, 60)} is none of ${choices.join(', ')}`,
    )
  }
}

/** Makes a field that reads a list, or a text whose items are separated by commas or spaces. */
export function listOf<const C extends string>(choices: readonly C[]): Field<C[]> {
  return (value, name) => {
    const items: unknown = typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value
    if (!Array.isArray(items)) throw new ControlRefused(`${name}: must be a list of ${choices.join(', ')}`)
    const list = items.map(item => oneOf(choices)(item, name))
    if (new Set(list).size !== list.length) throw new ControlRefused(`${name}: names one twice`)
    return list
  }
}

export function nullable<V>(read: Field<V>): Field<V | null> {
  return (value, name) => (value === null ? null : read(value, name))
}
