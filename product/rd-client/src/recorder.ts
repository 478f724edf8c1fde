import type { EndedExchange, Observe } from './exchange.ts'
import type { RdErrorCode } from './rd-error.ts'
import { redacted, redactedPath, type RedactedText } from './redact.ts'

/** One exchange with a port, as a case keeps it. */
export type RecordedExchange = {
  method: EndedExchange['method']
  /** The port's address, such as http://127.0.0.1:11100. */
  origin: string
  path: string
  /** Milliseconds from the beginning of the attempt. */
  at: number
  ms: number
  /** The redacted PidOptions of a CAPTURE. */
  sent?: string
  /** The answer's body is redacted; `bytes` is the length of the real one. */
  answer?: { status: number; contentType: string; bytes: number } & RedactedText
  /** The code of the RdError that came in place of an answer. */
  failure?: RdErrorCode
}

export type Recorder = {
  /** For `createRdClient({ observe })`. */
  observe: Observe
  /** The exchanges since the last `begin`, in the order of their ends. */
  exchanges(): readonly RecordedExchange[]
  /** Begins a new attempt and drops the exchanges of the last one. */
  begin(): void
}

/** Keeps the exchanges of one attempt, in memory alone. It redacts each at once, so that it never holds a fingerprint. */
export function createRecorder(): Recorder {
  let startedAt = performance.now()
  let exchanges: RecordedExchange[] = []

  return {
    observe({ url, method, body, outcome, ...times }) {
      const { origin, pathname } = new URL(url)
      exchanges.push({
        method,
        origin,
        path: redactedPath(pathname),
        at: Math.round(times.startedAt - startedAt),
        ms: Math.round(times.endedAt - times.startedAt),
        ...(body !== undefined && { sent: redacted(new TextEncoder().encode(body)).text }),
        ...(typeof outcome === 'string' ? { failure: outcome } : { answer: answerOf(outcome) }),
      })
      if (exchanges.length > maxExchanges) exchanges.shift()
    },
    exchanges: () => exchanges,
    begin() {
      startedAt = performance.now()
      exchanges = []
    },
  }
}

/** A discovery makes at most 158: the browser's question and the scan ask 63 addresses each, and 32 are listened to. */
const maxExchanges = 200

function answerOf({ status, contentType, bytes }: Extract<EndedExchange['outcome'], object>) {
  const known = /^[a-z]{1,20}\/[a-z.+-]{1,40}(?:;\s*charset="?[a-z\d-]{1,20}"?)?$/i
  return {
    status,
    contentType: known.test(contentType) ? contentType : '',
    bytes: bytes.length,
    ...redacted(bytes),
  }
}
