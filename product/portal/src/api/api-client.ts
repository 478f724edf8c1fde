import { calls, opensSession, type CallName } from '@ekyc/contract/calls'
import type { AnswerOf, RequestOf, Response as Envelope } from '@ekyc/contract/shapes'
import { roleHeader } from '@ekyc/contract/words'
import { CallFailed, Unauthenticated } from '@ekyc/ui/browser/call-errors.ts'
import { setConnected } from '@ekyc/ui/browser/connection.ts'
import { isRecord } from '@ekyc/contract/is-record'
import { serverNow } from '@ekyc/ui/browser/server-clock.ts'

import { readAccessToken } from '../session/access-token.ts'
import { useSession } from '../session/session.ts'
import {
  answerOf,
  failureOf,
  noAnswer,
  type Answer,
  jsonRequest,
  requestHeader,
  fetchTimed,
} from './request.ts'
import { deviceInfo } from './device-info.ts'
import { fetchProven } from './proof-of-possession.ts'

/** The calls except getAddress, which deviceInfo() makes: its URL is in the branding file and may be another server. */
export type PortalCall = Exclude<CallName, 'getAddress'>

type CallOptions = {
  /** Omits role, client-id and bearer token even if an agent is signed in, as for the reset of a forgotten password. */
  withoutAuth?: boolean
  signal?: AbortSignal
  /** Overrides header.requestId, for a payload that repeats this id. */
  requestId?: string
  /** Overrides header.datetime, for a payload that depends on it: the password cipher derives its IV from the date. */
  datetime?: Date
  /** Repeats an unanswered call once, after this promise. Only for calls that the server runs once, however often sent. */
  beforeSendingAgain?: () => Promise<void>
}

export type Answered<N extends CallName> = AnswerOf<N> & { response: Envelope }

/**
 * Makes one call of the contract. The function adds header and device and, if an agent is signed in, role, client-id
 * and bearer token.
 * @throws {Refused} the server refused the call and gives a reason
 * @throws {Unauthenticated} the session has ended
 * @throws {CallFailed} no usable answer came
 */
export async function call<N extends PortalCall>(
  name: N,
  request: RequestOf<N>,
  options: CallOptions = {},
): Promise<Answered<N>> {
  const { method, path, msgType, access } = calls[name]
  // Reads the session before the first await: a log-out during the await would clear token and privileges.
  const token = options.withoutAuth || access === 'public' ? undefined : readAccessToken()
  if (token === undefined && access !== 'public' && access !== 'optional-session') return turnAway('no-token')
  const auth = token !== undefined && {
    role: roleHeader,
    'client-id': useSession.getState().phone,
    authorization: `Bearer ${token}`,
  }
  const body = msgType && {
    header: requestHeader(msgType, options.datetime ?? serverNow(), options.requestId),
    device: await deviceInfo(),
    ...request,
  }
  const plain = jsonRequest(method, body)
  const init: RequestInit = {
    ...plain,
    headers: { ...plain.headers, ...auth },
    signal: options.signal ?? null,
  }
  const isProven = token !== undefined || opensSession(name)
  const address = pathFor(path, request)
  const ask = () =>
    send(name, init, timely => (isProven ? fetchProven(address, timely, token) : fetchTimed(address, timely)))
  const answer = await ask().catch((error: unknown) => {
    if (!options.beforeSendingAgain || !(error instanceof CallFailed)) throw error
    return options.beforeSendingAgain().then(ask)
  })
  if (answer.status === 401) turnAway('refused')
  const failure = failureOf(answer)
  if (failure) throw failure
  // The contract's types describe every success, and server and portal compile against these types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return answer.body as Answered<N>
}

/** Subscribes to 401 answers and missing tokens, so that one place ends the session. `call` still throws its error. */
export function onUnauthenticated(listener: (why: WhyAway) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** 'no-token': the cookie is gone, and nothing was sent. 'refused': the server answered 401. */
type WhyAway = 'no-token' | 'refused'

const listeners = new Set<(why: WhyAway) => void>()

function turnAway(why: WhyAway): never {
  for (const listener of listeners) listener(why)
  throw new Unauthenticated()
}

/** The time limits of single calls in ms, longer than every time-out of the server. */
const timeoutMs: Partial<Record<CallName, number>> = { submitOrder: 45_000 }
const usualTimeoutMs = 30_000

function pathFor(path: string, request: object): string {
  return path.replace(/:(\w+)/g, (_, field: string) =>
    encodeURIComponent(String(isRecord(request) ? request[field] : '')),
  )
}

async function send(
  name: CallName,
  init: RequestInit,
  ask: (timely: RequestInit) => Promise<Response>,
): Promise<Answer> {
  const deadline = AbortSignal.timeout(timeoutMs[name] ?? usualTimeoutMs)
  const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline
  try {
    const answer = await answerOf(await ask({ ...init, signal }))
    setConnected(true)
    return answer
  } catch (error) {
    if (init.signal?.aborted) throw error
    setConnected(false)
    throw noAnswer(error, deadline)
  }
}

const answerWithinMs = 1000

let running: Promise<unknown> = Promise.resolve()

/** Revokes the token on the server. The log-out in this browser succeeds without this call too. */
export function logOut(): void {
  running = call('logout', {}).catch(() => {})
}

/** Waits for a log-out that runs, because a page that is left loses a call whose proof is still being signed. */
export function loggedOut(): Promise<unknown> {
  return Promise.race([running, new Promise(resolve => setTimeout(resolve, answerWithinMs))])
}
