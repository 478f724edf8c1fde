import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

import { json, type Answer, type Route } from './route.ts'

/** One HTTP server for all parts of the sandbox but the device service. It is not told where to listen yet. */
export function serve(routes: readonly Route[], report: (error: unknown) => void): Server {
  return createServer((message, response) => {
    const target = new URL(message.url ?? '/', 'http://sandbox')
    const found = find(routes, message.method ?? '', target.pathname)
    if (!('route' in found)) return send(response, json(found.status, { error: found.error }))
    attend(found, target.searchParams, message, response).catch((error: unknown) => {
      report(error)
      if (!response.headersSent) send(response, json(500, { error: 'The sandbox failed; its log says why.' }))
      else response.destroy()
    })
  })
}

type Found = { route: Route; params: Record<string, string> }
type NotFound = { status: 404 | 405; error: string }

/** The largest honest body is a KYC result with a photo, about 60 KB. */
const bodyLimitBytes = 512 * 1024

function find(routes: readonly Route[], method: string, pathname: string): Found | NotFound {
  let pathIsKnown = false
  for (const route of routes) {
    const params = match(route.path, pathname)
    if (!params) continue
    if (route.method === method) return { route, params }
    pathIsKnown = true
  }
  if (pathIsKnown) return { status: 405, error: `Not with ${method}` }
  return { status: 404, error: 'The sandbox has nothing under this path' }
}

function match(pattern: string, pathname: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const given = pathname.length > 1 ? pathname.replace(/\/$/, '').split('/') : pathname.split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = decoded(given[index] ?? '')
    if (value === undefined) return undefined
    if (segment.startsWith(':')) params[segment.slice(1)] = value
    else if (segment !== value) return undefined
  }
  return params
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

async function attend(
  { route, params }: Found,
  query: URLSearchParams,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const hungUp = new AbortController()
  response.once('close', () => hungUp.abort())
  const body = await bodyOf(message)
  if (body === 'gone') return
  if (body === 'too-large') {
    response.setHeader('connection', 'close')
    return send(response, json(413, { error: 'The body is over 512 KiB' }))
  }
  send(response, await route.handle({ params, query, headers: message.headers, body, hungUp: hungUp.signal }))
}

async function bodyOf(message: IncomingMessage): Promise<Buffer | 'too-large' | 'gone'> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of message.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) continue
      size += chunk.length
      if (size > bodyLimitBytes) return 'too-large'
      chunks.push(chunk)
    }
  } catch {
    return 'gone'
  }
  return Buffer.concat(chunks)
}

function send(response: ServerResponse, answer: Answer): void {
  if (response.destroyed) return
  if (answer.kind === 'cut') {
    response.writeHead(200, { 'content-type': 'text/xml; charset=utf-8', 'content-length': 4096 })
    response.write('<?xml version="1.0"', () => response.destroy())
    return
  }
  response.writeHead(answer.status, {
    'content-type': answer.contentType,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // The pages carry their own small style and script and nothing of anyone else's.
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'",
  })
  response.end(answer.body)
}
