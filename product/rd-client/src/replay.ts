import type { Fetch } from './exchange.ts'
import { maxAnswerBytes } from './exchange.ts'
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
  const left = exchanges.filter(({ failure }) => failure !== 'cancelled')
  const last = new Map<string, RecordedExchange>()

  return {
    async fetch(url, { method = 'GET', signal }) {
      const { origin } = new URL(url)
      const isSame = (each: RecordedExchange) => each.method === method && each.origin === origin
      const [next = last.get(`${method} ${origin}`)] = takeFirst(left, isSame)
      if (next) last.set(`${method} ${origin}`, next)
      // What was cancelled had no answer yet.
      if (!next && exchanges.some(isSame)) return never(signal)
      await wait(next?.ms ?? 0, signal)
      return outcomeOf(next, signal)
    },
    permission: { state: () => Promise.resolve(permission), onChange: () => () => undefined },
    pageHost,
  }
}

function takeFirst<T>(list: T[], isWanted: (each: T) => boolean): T[] {
  const index = list.findIndex(isWanted)
  return index === -1 ? [] : list.splice(index, 1)
}

function outcomeOf(exchange: RecordedExchange | undefined, signal: Signal): ReturnType<Fetch> {
  if (exchange?.answer) return Promise.resolve(new Response(bytesOf(exchange.answer)))
  if (exchange?.failure === 'timed-out') return never(signal)
  if (exchange?.failure === 'too-large') return Promise.resolve(new Response(new Uint8Array(maxAnswerBytes + 1)))
  if (exchange?.failure !== 'cut') return Promise.reject(new TypeError('Failed to fetch'))
  const broken = new ReadableStream<Uint8Array>({ start: body => body.error(new TypeError('network error')) })
  return Promise.resolve(new Response(broken))
} // prettier-ignore

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
  if (ms === 0) return Promise.resolve()
  const waited = new Promise<void>(resolve => {
    setTimeout(resolve, ms)
  })
  return Promise.race([waited, never(signal)])
}
