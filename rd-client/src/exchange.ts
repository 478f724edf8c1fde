import { RdError } from './rd-error.ts'

/** The part of the platform's fetch that this package uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type Exchange = {
  url: string
  method: 'RDSERVICE' | 'DEVICEINFO' | 'CAPTURE'
  /** XML to send. */
  body?: string
  timeoutMs: number
  signal?: AbortSignal | undefined
}

export const maxAnswerBytes = 1_048_576

/**
 * No computer takes longer to refuse a connection to itself: Windows, the slowest, repeats it three times half a
 * second apart. A call that fails later was held by something.
 */
export const slowestRefusalMs = 3000

/**
 * One request and its whole answer. Settles at the limit or on cancel even if the fetch does not: whatever comes later
 * is dropped. Throws RdError with not-sent (also when the connection broke before any answer: fetch does not tell the
 * two apart), cut, timed-out, too-large or cancelled. The HTTP status says nothing here: some drivers answer with XML
 * under any status, so the body decides.
 */
export async function exchange(
  fetch: Fetch,
  { timeoutMs, signal, ...request }: Exchange,
): Promise<Uint8Array> {
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
    // No cache setting: Chromium would then forget its preflights too, and no cache keeps answers to these verbs.
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    // A redirect could lead to another host. Unfollowed but taken, Node would read its body and no browser would.
    redirect: 'error',
    ...(body === undefined ? {} : { body, headers: { 'Content-Type': 'text/xml' } }),
  }).catch((cause: unknown) => {
    throw endOf(signal) ?? new RdError('not-sent', { cause })
  })
  return await readBody(response).catch((cause: unknown) => {
    if (cause instanceof RdError) throw cause
    throw endOf(signal) ?? new RdError('cut', { cause })
  })
}

/** Why it was ended by us; undefined when the network ended it. */
function endOf(signal: AbortSignal): RdError | undefined {
  return signal.reason instanceof RdError ? signal.reason : undefined
}

async function readBody(response: Response): Promise<Uint8Array> {
  const reader = response.body?.getReader()
  if (!reader) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return joined(chunks, size)
    size += value.length
    if (size > maxAnswerBytes) {
      reader.cancel().catch(() => undefined)
      throw new RdError('too-large')
    }
    chunks.push(value)
  }
}

function joined(chunks: Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}

function rejectionBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(endOf(signal) ?? new RdError('cancelled')), { once: true })
  })
}
