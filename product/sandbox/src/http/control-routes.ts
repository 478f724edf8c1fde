import { readJson } from './read-json.ts'
import { json, type Route } from './route.ts'

/** A control that routes can expose. Its `put` throws ControlRefused for a wrong setting. */
export type Controllable = {
  get(): object
  put(change: unknown): object | Promise<object>
  reset(): object | Promise<object>
}

/** Returns the routes of a control: GET reads its settings, PUT changes them, DELETE resets them. */
export function controlRoutes(path: string, control: Controllable): Route[] {
  return [
    { method: 'GET', path, handle: () => json(200, control.get()) },
    { method: 'PUT', path, handle: async ({ body }) => json(200, await control.put(readJson(body))) },
    { method: 'DELETE', path, handle: async () => json(200, await control.reset()) },
  ]
}
