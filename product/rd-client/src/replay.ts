import { maxAnswerBytes, type Fetch } from './exchange.ts'
import type { PermissionState } from './local-network-permission.ts'
import type { RdClientDependencies } from './rd-client.ts'
import type { RecordedExchange } from './recorder.ts'

/** The part of a case that this package makes and replays; an application adds what else its support wants to know. */
export type RecordedAttempt = {
  /** The number of this form. */
  format: 1
  /** When the attempt was recorded, as ISO 8601. */
  recordedOn: string
  permission: PermissionState
  /** The host of the page. */
  pageHost: string
  exchanges: readonly RecordedExchange[]
}

/**
 * Returns the dependencies of a client that meets again what a case has recorded: each call gets the next answer of its
 * method and port, after the same time, or ends as it ended then. A port that was not asked is closed. Fake timers make a
 * replay quick.
 */
export function replay({ exchanges, permission, pageHost }: RecordedAttempt): RdClientDependencies {
  const ended = exchanges.filter(({ failure }) => failure !== 'cancelled')
  const answered = new Set<RecordedExchange>()

  return {
    async fetch(url, { method = 'GET', signal }) {
      const isSame = (each: RecordedExchange) => each.method === method && url.startsWith(`${each.origin}/`)
      const same = ended.filter(isSame)
      const next = same.find(each => !answered.has(each)) ?? same.at(-1)
      if (next) answered.add(next)
      // A cancelled exchange had no answer yet.
      else if (exchanges.some(isSame)) return never(signal)
      await wait(next?.ms ?? 0, signal)
      return outcomeOf(next, signal)
    },
    permission: { state: () => Promise.resolve(permission), onChange: () => () => undefined },
    pageHost,
  }
}

function outcomeOf(exchange: RecordedExchange | undefined, signal: Signal): ReturnType<Fetch> {
  if (exchange?.answer) return Promise.resolve(new Response(bytesOf(exchange.answer)))
  if (exchange?.failure === 'timed-out') return never(signal)
  if (exchange?.failure === 'too-large')
    return Promise.resolve(new Response(new Uint8Array(maxAnswerBytes + 1)))
  if (exchange?.failure !== 'cut') return Promise.reject(new TypeError('Failed to fetch'))
  const broken = new ReadableStream<Uint8Array>({ start: body => body.error(new TypeError('network error')) })
  return Promise.resolve(new Response(broken))
}

/** A byte that no encoding has where the recorded answer had one. */
function bytesOf({ text, undecodable }: { text: string; undecodable?: true }): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text)
  return undecodable ? Uint8Array.from([0xff, ...bytes]) : bytes
}

type Signal = RequestInit['signal'] | undefined

function never(signal: Signal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new TypeError('aborted')), { once: true })
  })
}

function wait(ms: number, signal: Signal): Promise<void> {
  const waited = new Promise<void>(resolve => {
    setTimeout(resolve, ms)
  })
  return Promise.race([waited, never(signal)])
}
