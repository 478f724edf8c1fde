import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { inRoot } from '../../../scripts/folders.ts'
import { signIn, type Stage } from './stage.ts'

type Leaf = { path: string[]; value: string | number | boolean | null }
type Json = Leaf['value'] | Json[] | { [name: string]: Json }

export type BridgedCall = {
  name: string
  method: 'GET' | 'POST'
  path: string
  example: Json
  fields: Leaf[]
}

export type Bridge = {
  address: string
  calls: BridgedCall[]
  /** The answers of the server with a status of 500 or above, except 503. Such an answer is always a fault. */
  faults: string[]
}

/**
 * Starts a bridge between scanners that support only HTML forms and the server's calls in JSON. The first page of the
 * bridge has a form for each call of docs/openapi.json, with the values of the call's example. The bridge sends a
 * submitted form to the server as a call, and returns the server's answer unchanged. After each 401 the bridge logs in
 * again, because the form of the log-out ends the bridge's session.
 */
export async function openBridge(stage: Stage): Promise<Bridge> {
  const { address } = await stage.product()
  const calls = bridgedCalls()
  const faults: string[] = []
  let bearer = await signIn(address)
  let signingIn: Promise<string> | undefined

  const server = createServer((request, response) => {
    void answer(request).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error: unknown) => response.writeHead(502).end(String(error)),
    )
  })

  async function answer(request: IncomingMessage) {
    const url = new URL(request.url ?? '/', 'http://bridge')
    const call = calls.find(({ name }) => url.pathname === `/${name}`)
    if (!call) return { status: url.pathname === '/' ? 200 : 404, headers: html, body: formsOf(calls) }
    const sentFields = call.method === 'POST' ? new URLSearchParams(await text(request)) : url.searchParams
    let answered = await send(call, sentFields)
    if (answered.status === 401) {
      signingIn ??= signIn(address).finally(() => (signingIn = undefined))
      bearer = await signingIn
      answered = await send(call, sentFields)
    }
    const body = await answered.text()
    if (answered.status >= 500 && answered.status !== 503)
      faults.push(`${answered.status} from ${call.path} for ${sentFields.toString().slice(0, 300)}`)
    const headers = Object.fromEntries(
      [...answered.headers].filter(
        ([name]) => !/^(content-(length|encoding)|transfer-encoding|connection)$/.test(name),
      ),
    )
    return { status: answered.status, headers, body }
  }

  function send(call: BridgedCall, sent: URLSearchParams): Promise<Response> {
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(sent.get(name) ?? ''),
    )
    const json = call.method === 'POST' && { 'content-type': 'application/json' }
    return fetch(address + path, {
      method: call.method,
      headers: { ...json, authorization: `Bearer ${bearer}` },
      ...(call.method === 'POST' && { body: JSON.stringify(filledIn(call, sent)) }),
    })
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  stage.atEnd(() => server.close())
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls, faults }
}

const html = { 'content-type': 'text/html; charset=utf-8' }

type Operation = {
  operationId: string
  requestBody?: { content: { 'application/json': { example?: Json } } }
}

function bridgedCalls(): BridgedCall[] {
  const { paths } = JSON.parse(readFileSync(inRoot('docs/openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, Operation>>
  }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, requestBody }]) => {
      const example = requestBody?.content['application/json'].example ?? {}
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
        path: [name],
        value: 'DBS_AGENT',
      }))
      return {
        name: operationId,
        method: method === 'get' ? ('GET' as const) : ('POST' as const),
        path,
        example,
        fields: [...inPath, ...leavesOf(example)],
      }
    }),
  )
}

function leavesOf(value: Json, path: string[] = []): Leaf[] {
  if (value === null || typeof value !== 'object') return [{ path, value }]
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
}

function filledIn(call: BridgedCall, sent: URLSearchParams): Json {
  const filled = structuredClone(call.example)
  for (const { path, value } of call.fields) {
    const typed = sent.get(path.join('.'))
    if (typed === null || typed === String(value ?? '')) continue
    const holder = path
      .slice(0, -1)
      .reduce((inner, name) => (inner as Record<string, Json>)[name] as Json, filled)
    const isNumber = typeof value === 'number' && /^-?\d+(\.\d+)?$/.test(typed)
    ;(holder as Record<string, Json>)[path.at(-1) ?? ''] = isNumber ? Number(typed) : typed
  }
  return filled
}

function formsOf(calls: BridgedCall[]): string {
  const forms = calls.map(({ name, method, fields }) => {
    const inputs = fields.map(
      ({ path, value }) =>
        `<input name="${path.join('.')}" value="${String(value ?? '').replaceAll('"', '&quot;')}">`,
    )
    return `<form action="/${name}" method="${method}">${inputs.join('')}<input type="submit"></form>`
  })
  return `<!doctype html><title>Calls</title>${forms.join('\n')}`
}
