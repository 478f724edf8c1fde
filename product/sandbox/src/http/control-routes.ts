import { readJson } from './read-json.ts'
import { json, type Route } from './route.ts'

export type Controllable = {
  get(): object
  /** Throws ControlRefused for a wrong setting. */
  put(change: unknown): object | Promise<object>
  reset(): object | Promise<object>
}

export function controlRoutes(path: string, control: Controllable): Route[] {
  return [
    { method: 'GET', path, handle: () => json(200, control.get()) },
    { method: 'PUT', path, handle: async ({ body }) => json(200, await control.put(readJson(body))) },
    { method: 'DELETE', path, handle: async () => json(200, await control.reset()) },
  ]
}
