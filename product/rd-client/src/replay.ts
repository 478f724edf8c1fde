import { maxAnswerBytes, type Fetch } from './exchange.ts'
import type { PermissionState } from './local-network-permission.ts'
import type { RdClientDependencies } from './rd-client.ts'
import type { RecordedExchange } from './recorder.ts'

/** The part of a support case that this package records and replays. Applications can add other data for support. */
export type RecordedAttempt = {
  /** The version of this format. */
  format: 1
  /** The time of the recording, as ISO 8601. */
  recordedOn: string
  permission: PermissionState
  pageHost: string
  exchanges: readonly RecordedExchange[]
}

/**
 * Returns the dependencies of a client that replays a recorded attempt. Each call gets the next recorded answer of its
 * method and port (or the last one again) with the recorded delay, or fails in the recorded way. A port that was not
 * asked is closed. With fake timers, a replay is quick.
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
      // The recorded exchange was cancelled before it got an answer, so this call gets no answer either.
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

/** An undecodable answer begins with 0xff, so that no encoding fits it. */
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
