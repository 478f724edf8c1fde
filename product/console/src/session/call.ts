import type { Counters } from '@ekyc/contract/console/refusals'
import { consoleBase, consoleCalls, watchedCall, type ConsoleCallName } from '@ekyc/contract/console/calls'
import type { AnswerOf, RequestOf } from '@ekyc/contract/console/shapes'
import { isRecord } from '@ekyc/contract/is-record'
import { setConnected } from '@ekyc/ui/browser/connection.ts'
import { randomId } from '@ekyc/ui/browser/random-id.ts'
import { learnClock } from '@ekyc/ui/browser/server-clock.ts'
import type { StaffRole, ActName } from '@ekyc/contract/console/acts'
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { create } from 'zustand'

import { useSession } from './session.ts'

type CallOptions = {
  signal?: AbortSignal | undefined
  /** The idempotency key of an act. For a repeated key, the server returns the first answer and does not act again. */
  key?: string
}

/** The time limit of a call in ms. It exceeds every time-out of the server, so only a broken connection reaches it. */
const timeoutMs = 30_000
const againAfterMs = 2_000

/**
 * Makes one call. If no answer comes, an act is sent once more with the same key. The server does the act at most once.
 * @throws {Refused} the server refused the call and gives a reason
 * @throws {NoAnswer} no answer came
 */
export async function call<Name extends ConsoleCallName>(
  name: Name,
  request: RequestOf<Name>,
  { signal, key = randomId() }: CallOptions = {},
): Promise<AnswerOf<Name>> {
  const { method, path } = consoleCalls[name]
  const { address, rest } = placed(path, request)
  const inBody = method === 'POST'
  const init: RequestInit = {
    method,
    headers: {
      accept: 'application/json',
      'x-console': '1',
      ...(inBody && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && { 'idempotency-key': key }),
    },
    body: inBody ? JSON.stringify(rest) : null,
    credentials: 'same-origin',
    cache: 'no-store',
    signal: signal ?? null,
  }
  const ask = () =>
    answered(consoleBase + address + (inBody ? '' : queryOf(rest)), init, name !== watchedCall)
  const answer = await ask().catch(async (error: unknown) => {
    if (!(error instanceof NoAnswer) || method === 'GET' || signal?.aborted) throw error
    await new Promise(resolve => setTimeout(resolve, againAfterMs))
    return ask()
  })
  // The answer has this type, because server and console compile against the same shapes.
  return answer as AnswerOf<Name>
}

export function fileAddress(name: ConsoleCallName, request: object): string {
  const { address, rest } = placed(consoleCalls[name].path, request)
  return consoleBase + address + queryOf(rest)
}

async function answered(url: string, init: RequestInit, isUse: boolean): Promise<unknown> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline
  const sentOn = Date.now()
  const { status, body } = await fetch(url, { ...init, signal })
    .then(async response => {
      learnClock({ response, sentOn, arrivedOn: Date.now() })
      return { status: response.status, body: (await response.json()) as unknown }
    })
    .catch((cause: unknown) => {
      if (init.signal?.aborted) throw cause
      setConnected(false)
      throw new NoAnswer('No answer', { cause })
    })
  const fields = isRecord(body) ? body : {}
  if (isRecord(fields['error'])) return refuse(status, fields['error'], isUse)
  if (status >= 400) return refuse(status, {}, isUse)
  setConnected(true)
  useSession.setState({
    ...(isUse && { heardAt: Date.now() }),
    ...(isRecord(fields['counters']) && { counters: fields['counters'] as Counters }),
  })
  return fields['answer']
}

function refuse(status: number, fields: RefusalFields, isUse: boolean): never {
  setConnected(true)
  useSession.setState(({ staff }) => ({
    ...(status === 401 ? { hasEnded: staff !== undefined } : isUse && { heardAt: Date.now() }),
  }))
  throw new Refused(status, fields)
}

function placed(path: string, request: object): { address: string; rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = { ...request }
  const address = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { address, rest }
}

function queryOf(fields: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    for (const one of [value ?? []].flat() as (string | number | boolean)[]) query.append(name, String(one))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  readonly code: string
  /** The request's id, by which a help desk finds the call in the logs. */
  readonly requestId: string | undefined
  readonly roles: readonly StaffRole[]
  constructor(status: number, { code, message, requestId, roles }: RefusalFields) {
    super(message ?? `HTTP ${status}`)
    this.status = status
    this.code = code ?? 'fault'
    this.requestId = requestId
    this.roles = roles ?? []
  }
}

type RefusalFields = {
  code?: string
  message?: string
  requestId?: string
  roles?: readonly StaffRole[]
  [detail: string]: unknown
}

/** Reports that no answer came. The server may or may not have done what the call asked for. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

const againEveryMs = 2_000
const watchedEveryMs = 15_000

/**
 * While the next page of a list loads, the previous one stays visible.
 * @param options.goesOn tells whether the server still works on the data; if so, they are read again every 2 s
 */
export function useCall<Name extends ConsoleCallName>(
  name: Name,
  request: RequestOf<Name>,
  { enabled = true, goesOn }: { enabled?: boolean; goesOn?: (answer: AnswerOf<Name>) => boolean } = {},
): UseQueryResult<AnswerOf<Name>> {
  return useQuery({
    queryKey: [name, request],
    queryFn: ({ signal }) => call(name, request, { signal }),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: ({ state: { data } }) => {
      if (name === watchedCall) return watchedEveryMs
      return data !== undefined && goesOn?.(data) === true && againEveryMs
    },
  })
}

/** If the answer was lost, a second press uses the same idempotency key, so that the change is made once. */
export function useChange<Name extends ConsoleCallName>(
  name: Name,
): UseMutationResult<AnswerOf<Name>, Error, RequestOf<Name>> {
  const lost = useRef<{ request: string; key: string } | undefined>(undefined)
  return useSending(async (request: RequestOf<Name>) => {
    const text = JSON.stringify(request)
    const key = lost.current?.request === text ? lost.current.key : randomId()
    try {
      const answer = await call(name, request, { key })
      lost.current = undefined
      return answer
    } catch (error) {
      lost.current = error instanceof NoAnswer ? { request: text, key } : undefined
      throw error
    }
  })
}

/** The proof of who acts is bound to the whole request. */
export function useProvenChange<Name extends ConsoleCallName>(
  name: Name,
  act: ActName,
): UseMutationResult<AnswerOf<Name>, Error, Omit<RequestOf<Name>, 'proof'>> {
  return useSending(async (request: Omit<RequestOf<Name>, 'proof'>) => {
    const proof = await prove(act, request)
    return call(name, { ...request, proof } as unknown as RequestOf<Name>)
  })
}

function useSending<Request, Answer>(send: (request: Request) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation<Answer, Error, Request>({
    mutationFn: send,
    // Not awaited: the callbacks of `mutate` would come late, and not at all if the new data take the form away.
    onSettled: () => void queries.invalidateQueries(),
  })
}

type AtProvider = { address: string; giveUp: () => void }

/** The provider's page while a proof at the provider is pending. app/frame.tsx shows a button for it. */
export const useProof = create<{ atProvider: AtProvider | undefined }>(() => ({ atProvider: undefined }))

const askEveryMs = 2_000

export class NotProven extends Error {
  override name = 'NotProven'
}

/**
 * @returns the proof, which is valid for this one act with this input
 * @throws {NotProven} the person gave up
 */
export async function prove(act: string, input: unknown): Promise<string> {
  const { proof, address } = await call('startProof', { act, input })
  const end = new AbortController()
  const { signal } = end
  useProof.setState({ atProvider: { address, giveUp: () => end.abort() } })
  try {
    while (!signal.aborted) {
      await new Promise(resolve => {
        setTimeout(resolve, askEveryMs)
        signal.addEventListener('abort', resolve)
      })
      if (!signal.aborted && (await call('prove', { proof }, { signal })).isProven) return proof
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    useProof.setState({ atProvider: undefined })
  }
  throw new NotProven('not proven')
}
