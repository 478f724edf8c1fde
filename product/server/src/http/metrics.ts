import type { FastifyInstance, FastifyRequest } from 'fastify'

import { isLoopback } from '../network/is-loopback.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { sendError } from './answers.ts'

const forwardedBy = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip']

/** Serves /metrics only to callers on this machine. If `isOffered` is false, the metrics have a separate port. */
export function offerMetrics(app: FastifyInstance, metrics: Metrics, isOffered: boolean): void {
  app.get('/metrics', async (request, reply) => {
    if (!isOffered || !isFromThisMachine(request)) return sendError({ statusCode: 404 }, request, reply)
    const { contentType, text } = await metrics.read()
    return reply.header('content-type', contentType).send(text)
  })
}

/**
 * Tells whether the call comes from this machine. A call with forwarding headers comes from elsewhere, although a proxy
 * on this machine connects from loopback.
 */
function isFromThisMachine(request: FastifyRequest): boolean {
  if (forwardedBy.some(name => request.headers[name] !== undefined)) return false
  return isLoopback(request.ip) && isLoopback(request.socket.remoteAddress ?? '')
}
