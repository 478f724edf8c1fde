import { ControlRefused } from './control-refused.ts'
import { readJson } from './read-json.ts'
import { json, type Route } from './route.ts'

/** Settings that can be read, changed field by field and reset while the sandbox runs. */
export type Control<T extends object> = {
  readonly settings: Readonly<T>
  get(): object
  /** Changes the given fields. If one is unknown or wrong, throws ControlRefused and changes nothing. */
  put(change: unknown): object
  reset(): object
}

/** A control that can be served. The device's is asynchronous, since a change may open a port. */
export type Controllable = {
  get(): object
  put(change: unknown): object | Promise<object>
  reset(): object | Promise<object>
}

/** Checks one field from JSON; `expects` completes the error message. */
export type Field<V> = { accepts(value: unknown): value is V; expects: string; choices?: readonly string[] }

export function createControl<T extends object>(
  defaults: T,
  fields: { [K in keyof T]: Field<T[K]> },
): Control<T> {
  const settings = { ...defaults }
  return {
    settings,
    get: () => ({ ...settings }),
    put(change) {
      Object.assign(settings, checked(change, fields))
      return { ...settings }
    },
    reset() {
      Object.assign(settings, defaults)
      return { ...settings }
    },
  }
}

/** Routes of a control: GET reads, PUT changes, DELETE resets. */
export function controlRoutes(path: string, control: Controllable): Route[] {
  return [
    { method: 'GET', path, handle: () => json(200, control.get()) },
    { method: 'PUT', path, handle: async ({ body }) => json(200, await control.put(readJson(body))) },
    { method: 'DELETE', path, handle: async () => json(200, await control.reset()) },
  ]
}

export const milliseconds: Field<number> = {
  accepts: (value): value is number =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 600_000,
  expects: 'whole milliseconds from 0 to 600000',
}

export const httpStatus: Field<number | null> = {
  accepts: (value): value is number | null =>
    value === null || (Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599),
  expects: 'an HTTP status from 200 to 599, or null',
}

export const flag: Field<boolean> = {
  accepts: (value): value is boolean => typeof value === 'boolean',
  expects: 'true or false',
}

export function choice<const C extends string>(choices: readonly C[]): Field<C> {
  return {
    accepts: (value): value is C => choices.some(one => one === value),
    expects: `one of ${choices.join(', ')}`,
    choices,
  }
}

function checked<T extends object>(change: unknown, fields: { [K in keyof T]: Field<T[K]> }): object {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) {
    throw new ControlRefused('The body must be a JSON object of settings')
  }
  const known = new Map<string, Field<unknown>>(Object.entries(fields))
  for (const [name, value] of Object.entries(change)) {
    const field = known.get(name)
    if (!field)
      throw new ControlRefused(`There is no setting ${name}; known are ${[...known.keys()].join(', ')}`)
    if (!field.accepts(value)) throw new ControlRefused(`${name} must be ${field.expects}`)
  }
  return change
}
