import type { FastifyReply, FastifyRequest } from 'fastify'

import { refusalTexts } from '@ekyc/contract/refusals'
import { unauthorizedText } from '@ekyc/contract/texts'

import { DatabaseAway } from '../domain/database-away.ts'
import { Forbidden, Overloaded, Refused, Throttled, Unauthenticated } from '../domain/refused.ts'
import { traceFields } from '../tracing/current-trace.ts'
import { traceOf } from './request-trace.ts'

/** A field of a well-formed body that the schema could not judge, such as a day that does not exist. */
export class BadField extends Error {
  override name = 'BadField'
  constructor(field: string) {
    super(`The field '${field}' is not valid.`)
  }
}

/** A result that is no success but carries fields all the same: the outcome of a submitted order. */
export class Declined {
  readonly status: number
  readonly displayMsg: string
  readonly fields: object
  constructor(status: number, displayMsg: string, fields: object) {
    this.status = status
    this.displayMsg = displayMsg
    this.fields = fields
  }
}

export function success(fields: object): object {
  return { response: { success: true, displayMsg: 'Success' }, ...fields }
}

export function noSuccess(displayMsg: string, fields: object = {}): object {
  return { response: { success: false, displayMsg }, ...fields }
}

type Answer = { status: number; displayMsg: string; retryAfterSeconds?: number }

/** The one place where an error becomes a status and a text (decisions.md section 2). */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, displayMsg, retryAfterSeconds } = answerTo(error)
  if (status >= 500 && !isTurnedAway(error))
    request.log.error({ ...traceFields(traceOf(request)), err: error }, 'call failed')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).send(noSuccess(displayMsg))
}

/** Nothing is wrong: there was no place. Thousands of stacks a second would cost more than the calls that had one. */
function isTurnedAway(error: unknown): boolean {
  return error instanceof Overloaded && error.cause === undefined
}

function answerTo(error: unknown): Answer {
  if (error instanceof Refused) return { status: 200, displayMsg: error.message }
  if (error instanceof BadField) return { status: 400, displayMsg: error.message }
  if (error instanceof Unauthenticated) return { status: 401, displayMsg: unauthorizedText }
  if (error instanceof Forbidden) return { status: 403, displayMsg: error.message || refusalTexts.notYours }
  if (error instanceof Throttled)
    return { status: 429, displayMsg: error.message, retryAfterSeconds: error.retryAfterSeconds }
  if (error instanceof Overloaded)
    return { status: 503, displayMsg: error.message, retryAfterSeconds: error.retryAfterSeconds }
  if (error instanceof DatabaseAway)
    return { status: 503, displayMsg: refusalTexts.databaseAway, retryAfterSeconds: 5 }
  return answerToFramework(error) ?? { status: 500, displayMsg: refusalTexts.fault }
}

type FrameworkError = {
  statusCode?: number
  validation?: { instancePath: string; params: Record<string, unknown> }[]
}

export const frameworkTexts: Record<number, string> = {
  400: 'The body is not a JSON object.',
  404: 'There is nothing here.',
  405: 'This address is asked in another way.',
  408: 'The call took too long to arrive.',
  413: 'The body is too large.',
  414: 'The address is too long.',
  415: 'The body must be application/json.',
  431: 'The headers are too large.',
}

function answerToFramework(error: unknown): Answer | undefined {
  const { statusCode, validation } = error as FrameworkError
  if (validation?.[0]) return { status: 400, displayMsg: namedField(validation[0]) }
  if (statusCode === undefined || statusCode >= 500) return undefined
  return { status: statusCode, displayMsg: frameworkTexts[statusCode] ?? 'The call is not valid.' }
}

function namedField(problem: { instancePath: string; params: Record<string, unknown> }): string {
  const path = problem.instancePath.split('/').filter(Boolean)
  const missing = problem.params['missingProperty']
  if (typeof missing === 'string') return `The field '${[...path, missing].join('.')}' is missing.`
  return path.length === 0 ? 'The body is not a JSON object.' : `The field '${path.join('.')}' is not valid.`
}
