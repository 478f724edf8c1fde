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
  { kind: 'whole'; status: number; contentType: string; body: string | Buffer } | { kind: 'cut' }

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
