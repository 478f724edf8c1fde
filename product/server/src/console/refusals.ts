import {
  consoleRefusals,
  type ConsoleRefusal,
  type ConsoleRefusalCode,
} from '@ekyc/contract/console/refusals'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { NotPermitted, InvalidActInput } from '../acts/perform.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { DatabaseAway, DatabaseBusy } from '../domain/database-away.ts'
import { Overloaded, Throttled } from '../domain/call-errors.ts'
import { BadBody } from '../http/answers.ts'
import { traceOf } from '../http/connections/request-trace.ts'
import { traceLogFields } from '../tracing/trace.ts'

type Details = Pick<ConsoleRefusal['error'], 'roles' | 'fields'> & {
  retryAfterSeconds?: number | undefined
  message?: string
}

export class ConsoleRefused extends Error {
  override name = 'ConsoleRefused'
  readonly code: ConsoleRefusalCode
  readonly details: Details
  constructor(code: ConsoleRefusalCode, details: Details = {}) {
    super(details.message ?? consoleRefusals[code][1])
    this.code = code
    this.details = details
  }
}

export function sendConsoleRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { code, message, details } = refusalOf(error)
  const [status] = consoleRefusals[code]
  if (code === 'fault')
    request.log.error({ ...traceLogFields(traceOf(request)), err: error }, 'a call of the console failed')
  const { retryAfterSeconds, roles, fields } = details
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  const body: ConsoleRefusal = {
    error: { code, message, requestId: request.id, ...(roles && { roles }), ...(fields && { fields }) },
  }
  return reply.code(status).send(body)
}

const codesByStatus: Record<number, ConsoleRefusalCode> = {
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  415: 'not_json',
}

function refusalOf(error: unknown): ConsoleRefused {
  if (error instanceof ConsoleRefused) return error
  if (error instanceof NotPermitted)
    return new ConsoleRefused('not_permitted', { message: error.message, roles: error.roles })
  if (error instanceof CommandRefused) {
    const { message, code, retryAfterSeconds } = error
    return new ConsoleRefused(code, { message, retryAfterSeconds })
  }
  if (error instanceof InvalidActInput || error instanceof BadBody) return new ConsoleRefused('bad_input')
  if (error instanceof Throttled)
    return new ConsoleRefused('too_many', { retryAfterSeconds: error.retryAfterSeconds })
  if (error instanceof Overloaded)
    return new ConsoleRefused('busy', { retryAfterSeconds: error.retryAfterSeconds })
  if (error instanceof DatabaseBusy) return new ConsoleRefused('busy', { retryAfterSeconds: 1 })
  if (error instanceof DatabaseAway) return new ConsoleRefused('database_away', { retryAfterSeconds: 5 })
  const { statusCode = 500 } = error as { statusCode?: number }
  return new ConsoleRefused(codesByStatus[statusCode] ?? (statusCode < 500 ? 'bad_input' : 'fault'))
}
