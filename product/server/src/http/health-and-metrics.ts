import { overloads, type OverloadCode } from '@ekyc/contract/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Metrics } from '../metrics/metrics.ts'
import { isLoopback } from '../network/is-loopback.ts'
import { sendError, sendFailure, successAnswer } from './answers.ts'

/** A server that is `serving` may get calls from a proxy. One that is `ready` also has a database that answers. */
export function serveHealth(
  app: FastifyInstance,
  options: { ping: () => Promise<void>; isPrepared: () => boolean; isStopping: () => boolean },
): void {
  app.get('/health/live', async () => successAnswer({}))

  app.get('/health/serving', async (_request, reply) => refusal(reply) ?? successAnswer({}))

  app.get('/health/ready', async (_request, reply) => {
    const refused = refusal(reply)
    if (refused) return refused
    try {
      await options.ping()
      return successAnswer({})
    } catch {
      return refuse(reply, 'database_silent', 5)
    }
  })

  function refusal(reply: FastifyReply): FastifyReply | undefined {
    if (options.isStopping()) return refuse(reply, 'stopping')
    return options.isPrepared() ? undefined : refuse(reply, 'migrating', 5)
  }
}

/** Serves /metrics only to callers on this machine. If `isOffered` is false, the metrics have a separate port. */
export function serveLocalMetrics(app: FastifyInstance, metrics: Metrics, isOffered: boolean): void {
  app.get('/metrics', async (request, reply) => {
    if (!isOffered || !isFromThisMachine(request)) return sendError({ statusCode: 404 }, request, reply)
    const { contentType, text } = await metrics.read()
    return reply.header('content-type', contentType).send(text)
  })
}

function refuse(reply: FastifyReply, code: OverloadCode, retryAfterSeconds?: number): FastifyReply {
  return sendFailure(reply, { status: 503, code, displayMsg: overloads[code], retryAfterSeconds })
}

const forwardedBy = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip']

/** A call with forwarding headers comes from elsewhere, although a proxy on this machine connects from loopback. */
function isFromThisMachine(request: FastifyRequest): boolean {
  if (forwardedBy.some(name => request.headers[name] !== undefined)) return false
  return isLoopback(request.ip) && isLoopback(request.socket.remoteAddress ?? '')
}
