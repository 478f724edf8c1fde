import { calls, type CallName } from '@ekyc/contract/calls'
import type { AnswerOf, RequestOf, Response as Envelope } from '@ekyc/contract/shapes'
import { roleHeader } from '@ekyc/contract/words'

import { readAccessToken } from '../session/access-token.ts'
import { useSession } from '../session/session.ts'
import { CallFailed, Refused, Unauthenticated, type FailureKind } from './call-errors.ts'
import { deviceInfo } from './device-info.ts'
import { requestHeader } from './request-header.ts'
import { learnClock, serverNow } from './server-clock.ts'

/** The address look-up is branding's and answers without an envelope: `deviceInfo` makes it. */
export type PortalCall = Exclude<CallName, 'getAddress'>

export type CallOptions = {
  /** Leaves out role, client-id and bearer although somebody is signed in (forgotten password). */
  withoutAuth?: boolean
  signal?: AbortSignal
  /** For a payload that names its own request. */
  requestId?: string
  /** The moment the header tells, where the payload was made by it (the IV of an encrypted password). */
  datetime?: Date
}

/**
 * Makes one call of the contract: adds header, device and, when signed in, role, client-id and bearer.
 * @throws {Refused} the server said no, and why
 * @throws {Unauthenticated} the session is not good (any more)
 * @throws {CallFailed} no usable answer came
 */
export async function call<N extends PortalCall>(
  name: N,
  request: RequestOf<N>,
  options: CallOptions = {},
): Promise<AnswerOf<N>> {
  const { method, path, msgType, access } = calls[name]
  const token = options.withoutAuth || access === 'public' ? undefined : readAccessToken()
  const body =
    msgType === undefined
      ? undefined
      : JSON.stringify({
          header: requestHeader(msgType, options.datetime ?? serverNow(), options.requestId),
          device: await deviceInfo(),
          ...request,
        })
  const answer = await send(pathFor(path, request), name, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...(token && signedInHeaders(token)) },
    ...(body !== undefined && { body }),
    credentials: 'same-origin',
    cache: 'no-store',
    signal: options.signal ?? null,
  })
  return judge<AnswerOf<N>>(answer, token !== undefined)
}

/** Told of every refused session, so that one place can end it; the caller still gets the error. */
export function onUnauthenticated(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const listeners = new Set<() => void>()

/** Longer than the server waits for anybody: only a dead line reaches it. */
const timeoutMs: Partial<Record<CallName, number>> = { submitOrder: 45_000 }
const usualTimeoutMs = 30_000

function pathFor(path: string, request: object): string {
  return path.replace(/:(\w+)/g, (_, field: string) =>
    encodeURIComponent(String((request as Record<string, unknown>)[field])),
  )
}

function signedInHeaders(token: string): Record<string, string> {
  return { role: roleHeader, 'client-id': useSession.getState().phone, authorization: `Bearer ${token}` }
}

type Answer = { status: number; retryAfter: string | null; body: unknown }

async function send(path: string, name: CallName, init: RequestInit): Promise<Answer> {
  const deadline = AbortSignal.timeout(timeoutMs[name] ?? usualTimeoutMs)
  const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline
  const sentOn = Date.now()
  try {
    const response = await fetch(path, { ...init, signal })
    learnClock(response, sentOn)
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: await response.json().catch((error: unknown) => {
        if (error instanceof SyntaxError) return undefined
        throw error
      }),
    }
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new CallFailed({
      kind: deadline.aborted ? 'timeout' : 'network',
      message: error instanceof Error ? error.message : String(error),
      cause: error,
    })
  }
}

function judge<T>({ status, retryAfter, body }: Answer, signedIn: boolean): T {
  const envelope = (body as { response?: Partial<Envelope> } | null | undefined)?.response
  const displayMsg = typeof envelope?.displayMsg === 'string' ? envelope.displayMsg : ''
  if (status === 200 && envelope?.success === true) return body as T
  if (status === 401) {
    if (signedIn) for (const listener of listeners) listener()
    throw new Unauthenticated(displayMsg)
  }
  if (status in failures) {
    throw new CallFailed({
      kind: failures[status] ?? 'fault',
      status,
      displayMsg,
      retryAfter: Number(retryAfter),
    })
  }
  if (envelope !== undefined && status < 500) throw new Refused(displayMsg, status)
  throw new CallFailed({ kind: 'fault', status, displayMsg })
}

const failures: Record<number, FailureKind> = { 429: 'throttled', 503: 'unavailable', 504: 'timeout' }
