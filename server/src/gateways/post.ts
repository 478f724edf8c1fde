import { traceParentHeader } from '../tracing/current-trace.ts'

/** Nothing that we ask for is near this size; a KycRes with a photo is about 50 KB. */
const answerLimitBytes = 1024 * 1024

export type PostRequest = {
  url: string
  headers: Record<string, string>
  body: string
  /** For the whole exchange: connecting, sending, waiting and the last byte of the answer. */
  deadlineMs: number
}

export type PostAnswer = { status: number; body: Buffer }

/** No whole answer came. The message names no URL: the authority's carries a licence key. */
export class PostFailed extends Error {
  override name = 'PostFailed'
  readonly kind: 'timed-out' | 'unreachable' | 'cut' | 'too-large'
  constructor(kind: PostFailed['kind'], reason: string) {
    super(reason)
    this.kind = kind
  }
}

/**
 * One POST, sent once: no retry (a PID block may not be sent again) and no redirect followed (its body would go to
 * an address that nobody configured), so a redirect is an answer with a status of 3xx. Connections are reused by
 * fetch's own pool.
 */
export async function post(fetch: typeof globalThis.fetch, request: PostRequest): Promise<PostAnswer> {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), request.deadlineMs)
  try {
    const response = await fetch(request.url, {
      method: 'POST',
      headers: { ...request.headers, ...traceParentHeader() },
      body: request.body,
      redirect: 'manual',
      signal: control.signal,
    }).catch(failure('unreachable', control.signal))
    const body = await readLimited(response).catch(failure('cut', control.signal))
    return { status: response.status, body }
  } finally {
    clearTimeout(timer)
    // Closes the connection of an answer that was not read to its end; does nothing after a whole one.
    control.abort()
  }
}

function failure(kind: 'unreachable' | 'cut', signal: AbortSignal): (error: unknown) => never {
  return error => {
    if (error instanceof PostFailed) throw error
    if (signal.aborted) throw new PostFailed('timed-out', 'no answer within the deadline')
    const what = kind === 'cut' ? 'the answer was cut off' : 'could not be reached'
    throw new PostFailed(kind, `${what} (${codeOf(error)})`)
  }
}

/** fetch says 'fetch failed'; what happened is the code of its cause (ECONNREFUSED, UND_ERR_SOCKET). */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return 'no code'
}

async function readLimited(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > answerLimitBytes) throw new PostFailed('too-large', 'the answer is larger than 1 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
