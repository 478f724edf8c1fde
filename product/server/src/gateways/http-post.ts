import { Agent as HttpAgent, request as overHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as overHttps } from 'node:https'

import { Unavailable } from '../domain/ports.ts'
import { traceParentHeader } from '../tracing/trace.ts'

/** The maximum size of an answer, in bytes. A KycRes with a photo has about 50 KB. */
const answerLimitBytes = 1024 * 1024

type PostRequest = {
  url: string
  headers: Record<string, string>
  body: string
  /** The time for the whole exchange in ms, from connecting to the last byte of the answer. */
  deadlineMs: number
}

export type PostAnswer = { status: number; body: Buffer }

/** The message contains no URL, because the authority's URL contains a licence key. */
export class PostFailed extends Error {
  override name = 'PostFailed'
  readonly kind: 'timed-out' | 'unreachable' | 'cut' | 'too-large'
  /** True if no connection was made, so that the receiver got nothing. */
  readonly isUnsent: boolean
  constructor(kind: PostFailed['kind'], reason: string, isUnsent = false) {
    super(reason)
    this.kind = kind
    this.isUnsent = isUnsent
  }
}

/**
 * Sends one POST request once. There is no retry, even if the server has closed a kept-alive connection, because a PID
 * block may be sent only once. A redirect is not followed, because the body would go to an address outside the
 * settings. The caller gets the status 3xx instead. `fetch` is not used, because its web streams take several times as
 * much processor time as the rest of a call.
 */
export async function sendPost(request: PostRequest): Promise<PostAnswer> {
  const deadline = AbortSignal.timeout(Math.max(0, Math.ceil(request.deadlineMs)))
  let answer: IncomingMessage | undefined
  try {
    answer = await answerTo(openRequest(request, deadline), request.body)
    return { status: answer.statusCode ?? 0, body: await readLimited(answer) }
  } catch (error) {
    if (error instanceof PostFailed) throw error
    if (deadline.aborted) throw new PostFailed('timed-out', 'no answer within the deadline')
    const code = codeOf(error)
    if (answer) throw new PostFailed('cut', `the answer was cut off (${code})`)
    throw new PostFailed('unreachable', `could not be reached (${code})`, neverConnected.has(code))
  }
}

/** @throws Unavailable if the party gave no answer */
export function sendPostTo(party: 'bank' | 'sms', request: PostRequest): Promise<PostAnswer> {
  return sendPost(request).catch((error: unknown) => {
    throw error instanceof PostFailed ? new Unavailable(party, error.message, error) : error
  })
}

/**
 * The options that close idle connections after 4 s, before servers do (most do after 5 s or more), so that no request
 * is sent on a connection that is closing.
 */
const keepAliveOptions = { keepAlive: true, timeout: 4_000 }
const httpAgent = new HttpAgent(keepAliveOptions)
const httpsAgent = new HttpsAgent(keepAliveOptions)

function openRequest({ url, headers }: PostRequest, signal: AbortSignal): ClientRequest {
  const target = new URL(url)
  const options = { method: 'POST', headers: { ...headers, ...traceParentHeader() }, signal }
  return target.protocol === 'https:'
    ? overHttps(target, { ...options, agent: httpsAgent })
    : overHttp(target, { ...options, agent: httpAgent })
}

function answerTo(sent: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve).on('error', reject)
    sent.end(body)
  })
}

/** Leaving the loop early destroys the answer and its connection. */
async function readLimited(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > answerLimitBytes) throw new PostFailed('too-large', 'the answer is larger than 1 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The error codes of connections that were not made. After any other error, the request may have been sent. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** The error's message is not used, because it contains the address. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no code'
}
