import type { MsgType } from '@ekyc/contract/calls'
import type { RequestHeader } from '@ekyc/contract/wire'
import { randomId } from '@ekyc/ui/browser/random-id.ts'
import { learnClock } from '@ekyc/ui/browser/server-clock.ts'
import { isRecord } from '@ekyc/contract/is-record'
import { CallFailed, Refused, type FailureKind } from '@ekyc/ui/browser/call-errors.ts'

/** A random id of this page load. The server's log uses it to group an agent's calls. The id grants nothing. */
let sessionId = randomId()

export function pageId(): string {
  return sessionId
}

/** Goes on with the id of the log-in's script, which is another program of the same page. */
export function takePageId(id: string): void {
  sessionId = id
}

export function requestHeader(
  msgType: MsgType,
  datetime: Date,
  requestId: string = randomId(),
): RequestHeader {
  return {
    msgType,
    src: 'WEB',
    dst: 'ENT',
    channel: 'WEB',
    requestId,
    datetime: datetime.toISOString(),
    traceId: randomId(),
    sessionId,
  }
}

type JsonRequest = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

export function jsonRequest(method: string, body?: object): JsonRequest {
  return {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    credentials: 'same-origin',
    cache: 'no-store',
  }
}

export async function fetchTimed(path: string, init: RequestInit): Promise<Response> {
  const sentOn = Date.now()
  const response = await fetch(path, init)
  learnClock({ response, sentOn, arrivedOn: Date.now() })
  return response
}

const probe = { path: '/health/live', timeoutMs: 2500 }

export async function reachesServer(): Promise<boolean> {
  try {
    await fetch(probe.path, { cache: 'no-store', signal: AbortSignal.timeout(probe.timeoutMs) })
    return true
  } catch {
    return false
  }
}

export type Answer = { status: number; retryAfter: string | null; body: unknown }

export async function answerOf(response: Response): Promise<Answer> {
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: await response.json().catch((error: unknown) => {
      if (error instanceof SyntaxError) return undefined
      throw error
    }),
  }
}

export function failureOf({ status, retryAfter, body }: Answer): Refused | CallFailed | undefined {
  const answer = isRecord(body) ? body : {}
  const envelope = isRecord(answer['response']) ? answer['response'] : undefined
  const displayMsg = typeof envelope?.['displayMsg'] === 'string' ? envelope['displayMsg'] : ''
  if (status === 200 && envelope?.['success'] === true) return undefined
  const kind = failures[status]
  if (kind) return new CallFailed({ kind, status, displayMsg, retryAfter: Number(retryAfter), answer })
  if (envelope && status < 500) return new Refused(displayMsg, status, answer)
  return new CallFailed({ kind: 'fault', status, displayMsg, answer })
}

const failures: Record<number, FailureKind> = { 429: 'throttled', 503: 'unavailable', 504: 'timeout' }

export function noAnswer(error: unknown, deadline: AbortSignal): CallFailed {
  return new CallFailed({
    kind: deadline.aborted ? 'timeout' : 'network',
    message: error instanceof Error ? error.message : String(error),
    cause: error,
  })
}
