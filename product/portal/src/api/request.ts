import type { MsgType } from '@ekyc/contract/calls'
import type { RequestHeader } from '@ekyc/contract/wire'
import { randomId } from '@ekyc/ui/browser/random-id.ts'
import { learnClock } from '@ekyc/ui/browser/server-clock.ts'

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
