import { isRecord } from '@ekyc/contract/is-record'
import { CallFailed, Refused, type FailureKind } from '@ekyc/ui/browser/call-errors.ts'

export type Answer = { status: number; retryAfter: string | null; body: unknown }

export async function answerOf(response: Response): Promise<Answer> {
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: await response.json().catch((error: unknown) => {
      if (error instanceof SyntaxError) return undefined
      throw error
    }),
  }
}

export function failureOf({ status, retryAfter, body }: Answer): Refused | CallFailed | undefined {
  const answer = isRecord(body) ? body : {}
  const envelope = isRecord(answer['response']) ? answer['response'] : undefined
  const displayMsg = typeof envelope?.['displayMsg'] === 'string' ? envelope['displayMsg'] : ''
  if (status === 200 && envelope?.['success'] === true) return undefined
  const kind = failures[status]
  if (kind) return new CallFailed({ kind, status, displayMsg, retryAfter: Number(retryAfter), answer })
  if (envelope && status < 500) return new Refused(displayMsg, status, answer)
  return new CallFailed({ kind: 'fault', status, displayMsg, answer })
}

const failures: Record<number, FailureKind> = { 429: 'throttled', 503: 'unavailable', 504: 'timeout' }

export function noAnswer(error: unknown, deadline: AbortSignal): CallFailed {
  return new CallFailed({
    kind: deadline.aborted ? 'timeout' : 'network',
    message: error instanceof Error ? error.message : String(error),
    cause: error,
  })
}
