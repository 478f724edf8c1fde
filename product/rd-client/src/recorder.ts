import type { EndedExchange, Observe } from './exchange.ts'
import type { RdErrorCode } from './rd-error.ts'
import { redacted, redactedPath, type RedactedText } from './redact.ts'

/** One exchange with a port, in the form in which a support case keeps it. */
export type RecordedExchange = {
  method: EndedExchange['method']
  /** The port's address, such as http://127.0.0.1:11100. */
  origin: string
  path: string
  /** The start of the exchange, in ms since the attempt began. */
  at: number
  ms: number
  /** The redacted PidOptions of a CAPTURE. */
  sent?: string
  /** The answer with a redacted body. `bytes` is the length of the original body. */
  answer?: { status: number; contentType: string; bytes: number } & RedactedText
  /** The code of the RdError if there was no whole answer. */
  failure?: RdErrorCode
}

export type Recorder = {
  /** The function to pass to `createRdClient({ observe })`. */
  observe: Observe
  /** The exchanges since the last `begin` (of more than 200, the last 200), in the order in which they ended. */
  exchanges(): readonly RecordedExchange[]
  /** Begins a new attempt and drops the exchanges of the previous attempt. */
  begin(): void
}

/** Makes a recorder of one attempt in memory. It redacts exchanges at once, so that it never holds a fingerprint. */
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

/** A discovery on the default ports makes at most about 150 exchanges. */
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
