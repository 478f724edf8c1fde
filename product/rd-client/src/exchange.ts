import { RdError } from './rd-error.ts'

/** The part of the platform's fetch that this package uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Sends one request and returns the whole body of its answer. */
export type Send = (exchange: Exchange) => Promise<Uint8Array>

type Exchange = {
  url: string
  /** GET is sent in no-cors mode: the page learns only whether any program answered. */
  method: 'RDSERVICE' | 'DEVICEINFO' | 'CAPTURE' | 'GET'
  body?: string | undefined
  timeoutMs: number
  signal?: AbortSignal | undefined
}

export const maxAnswerBytes = 1_048_576

/**
 * The longest time in milliseconds that a computer takes to refuse a connection to itself: Windows tries three times,
 * half a second apart. A call that fails after a longer time was accepted.
 */
export const slowestRefusalMs = 3000

export function createSend(fetch: Fetch): Send {
  return exchange => send(fetch, exchange)
}

/**
 * Sends one request and returns its whole answer. Settles after `timeoutMs` or on cancel, even if fetch does not
 * settle. Ignores the HTTP status, because some drivers answer with XML under any status.
 * @throws {RdError} not-sent (also if the connection broke before any answer, because fetch cannot tell the
 *   difference), cut, timed-out, too-large or cancelled
 */
async function send(fetch: Fetch, { timeoutMs, signal, ...request }: Exchange): Promise<Uint8Array> {
  if (signal?.aborted) throw new RdError('cancelled')
  const ending = new AbortController()
  const cancel = () => ending.abort(new RdError('cancelled'))
  const timer = setTimeout(() => ending.abort(new RdError('timed-out')), timeoutMs)
  signal?.addEventListener('abort', cancel)
  try {
    return await Promise.race([answerTo(fetch, request, ending.signal), rejectionBy(ending.signal)])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
}

async function answerTo(
  fetch: Fetch,
  { url, method, body }: Pick<Exchange, 'url' | 'method' | 'body'>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const response = await fetch(url, {
    method,
    signal,
    // The option `cache` stays unset: any value would make Chromium forget its preflights, and no cache stores answers
    // to RDSERVICE, DEVICEINFO and CAPTURE.
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    // A redirect could lead to another host, so it is an error. With 'manual', Node could read the body of the
    // redirect, but browsers could not. In no-cors mode, fetch allows only 'follow'.
    ...(method === 'GET' ? { mode: 'no-cors', redirect: 'follow' } : { redirect: 'error' }),
    ...(body === undefined ? {} : { body, headers: { 'Content-Type': 'text/xml' } }),
  }).catch((cause: unknown) => {
    throw endOf(signal) ?? new RdError('not-sent', { cause })
  })
  return readBody(response).catch((cause: unknown) => {
    if (cause instanceof RdError) throw cause
    throw endOf(signal) ?? new RdError('cut', { cause })
  })
}

/** Returns the RdError with which this client aborted the request, or undefined if the network failed. */
function endOf(signal: AbortSignal): RdError | undefined {
  return signal.reason instanceof RdError ? signal.reason : undefined
}

async function readBody(response: Response): Promise<Uint8Array> {
  const reader = response.body?.getReader()
  if (!reader) return new Uint8Array()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer())
    size += value.length
    if (size > maxAnswerBytes) {
      reader.cancel().catch(() => undefined)
      throw new RdError('too-large')
    }
    chunks.push(value)
  }
}

function rejectionBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(endOf(signal) ?? new RdError('cancelled')), { once: true })
  })
}
