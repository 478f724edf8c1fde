import {
  callErrors,
  fieldErrors,
  overloads,
  type CallErrorCode,
  type FieldErrorCode,
  type ResponseCode,
} from '@ekyc/contract/refusals'
import type { Response } from '@ekyc/contract/shapes'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { DatabaseAway, DatabaseBusy } from '../domain/database-away.ts'
import {
  BadField,
  Forbidden,
  OtpRefused,
  Overloaded,
  Refused,
  Throttled,
  Unauthenticated,
} from '../domain/call-errors.ts'
import { traceLogFields } from '../tracing/trace.ts'
import { traceOf } from './connections/request-trace.ts'

export class BadBody extends Error {
  override name = 'BadBody'
  readonly code: CallErrorCode
  constructor(code: CallErrorCode = 'body_not_json', message: string = callErrors[code]) {
    super(message)
    this.code = code
  }
}

type Failure = {
  status: number
  code: ResponseCode
  displayMsg: string
  retryAfterSeconds?: number | undefined
  fields?: object | undefined
}

export class CallFailure {
  readonly failure: Failure
  constructor(failure: Failure) {
    this.failure = failure
  }
}

export function successAnswer(fields: object): { response: Response } {
  return { response: { success: true, displayMsg: 'Success' }, ...fields }
}

export function failureAnswer(
  code: ResponseCode,
  displayMsg: string,
  fields: object = {},
): { response: Response } {
  return { response: { success: false, displayMsg, code }, ...fields }
}

export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  const { status, code, displayMsg, retryAfterSeconds, fields } = failure
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).send(failureAnswer(code, displayMsg, fields))
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error)
  if (failure.status >= 500 && !isTurnedAway(error))
    request.log.error({ ...traceLogFields(traceOf(request)), err: error }, 'call failed')
  return sendFailure(reply, failure)
}

/** Not logged as a fault, because thousands of stack traces a second would cost more than the admitted calls. */
function isTurnedAway(error: unknown): boolean {
  return (error instanceof Overloaded && error.cause === undefined) || error instanceof DatabaseBusy
}

const statuses = [
  [Refused, 200],
  [BadField, 400],
  [BadBody, 400],
  [Unauthenticated, 401],
  [Forbidden, 403],
  [Throttled, 429],
  [Overloaded, 503],
] as const

function failureOf(error: unknown): Failure {
  for (const [kind, status] of statuses)
    if (error instanceof kind) {
      const { code, message: displayMsg } = error
      const retryAfterSeconds = 'retryAfterSeconds' in error ? error.retryAfterSeconds : undefined
      const fields = error instanceof OtpRefused ? { otpDetails: error.details } : undefined
      return { status, code, displayMsg, retryAfterSeconds, fields }
    }
  if (error instanceof DatabaseBusy)
    return { status: 503, code: 'busy', displayMsg: overloads.busy, retryAfterSeconds: 1 }
  if (error instanceof DatabaseAway)
    return { status: 503, code: 'database_away', displayMsg: overloads.database_away, retryAfterSeconds: 5 }
  return failureOfFramework(error) ?? { status: 500, code: 'fault', displayMsg: callErrors.fault }
}

type FrameworkError = {
  statusCode?: number
  validation?: { instancePath: string; params: Record<string, unknown> }[]
}

const codesByStatus: Record<number, CallErrorCode> = {
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  414: 'address_too_long',
  415: 'media_type_unsupported',
  417: 'expectation_failed',
}

function failureOfFramework(error: unknown): Failure | undefined {
  const { statusCode, validation } = error as FrameworkError
  if (validation?.[0]) return { status: 400, ...namedField(validation[0]) }
  if (statusCode === undefined || statusCode >= 500) return undefined
  const code = codesByStatus[statusCode] ?? 'call_invalid'
  return { status: statusCode, code, displayMsg: callErrors[code] }
}

function namedField(problem: NonNullable<FrameworkError['validation']>[number]) {
  const path = problem.instancePath.split('/').filter(Boolean)
  const missing = problem.params['missingProperty']
  if (typeof missing === 'string') return namingField('field_missing', [...path, missing])
  if (path.length > 0) return namingField('field_invalid', path)
  return { code: 'body_not_json', displayMsg: callErrors.body_not_json } as const
}

function namingField(code: FieldErrorCode, path: string[]) {
  return { code, displayMsg: fieldErrors[code](path.join('.')) }
}
