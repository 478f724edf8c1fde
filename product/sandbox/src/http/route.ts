import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `:name` stands for one segment of the path, which is decoded. */
  path: string
  handle(request: Request): Answer | Promise<Answer>
}

export type Request = {
  params: Record<string, string>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
  /** Aborts when the caller disconnects before the answer. */
  hungUp: AbortSignal
}

/** The kind `cut` breaks the connection in the middle of an answer. */
export type Answer =
  | { kind: 'whole'; status: number; contentType: string; body: string | Buffer }
  | { kind: 'cut' }

export function json(status: number, body: unknown): Answer {
  return { kind: 'whole', status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}

export function html(body: string): Answer {
  return { kind: 'whole', status: 200, contentType: 'text/html; charset=utf-8', body }
}

export function xml(body: string): Answer {
  return { kind: 'whole', status: 200, contentType: 'text/xml; charset=utf-8', body }
}

export function text(status: number, body: string): Answer {
  return { kind: 'whole', status, contentType: 'text/plain; charset=utf-8', body }
}

export function nothing(): Answer {
  return { kind: 'whole', status: 204, contentType: 'text/plain; charset=utf-8', body: '' }
}

/** Returns `pages/NAME.html` in the layout of all pages. `values` has the HTML for each {{placeholder}} of the file. */
export function page(name: string, title: string, values: Record<string, string> = {}): string {
  return filled('layout', { title, body: filled(name, values) })
}

export function escapeHtml(value: string): string {
  return value.replaceAll(/[&<>"]/g, character => entities[character] ?? '')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function filled(name: string, values: Record<string, string>): string {
  const file = new URL(`pages/${name}.html`, import.meta.url)
  return readFileSync(file, 'utf8').replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '')
}

type Controllable = {
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

/** Returns undefined if the body is not a JSON object in UTF-8. */
export function readJson(body: Buffer): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : undefined
  } catch {
    return undefined
  }
}
