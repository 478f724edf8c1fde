import type { FastifyInstance, FastifyRequest } from 'fastify'

import { Overloaded } from '../domain/refused.ts'

const retryAfterSeconds = 1

/**
 * Bounds the requests in work; further ones get 503 before any work. A request counts after its body has arrived, so
 * that slow senders take no slot. Health and metrics are always served.
 */
export function shedLoad(app: FastifyInstance, options: { maxInFlight: number }): void {
  const inFlight = new WeakSet<FastifyRequest>()
  let count = 0

  function isBeyondLimit(request: FastifyRequest): boolean {
    return count >= options.maxInFlight && !isForWatchers(request)
  }

  app.addHook('onRequest', (request, _reply, next) => {
    next(isBeyondLimit(request) ? new Overloaded('busy', retryAfterSeconds) : undefined)
  })
  app.addHook('preValidation', (request, _reply, next) => {
    if (isBeyondLimit(request)) return next(new Overloaded('busy', retryAfterSeconds))
    inFlight.add(request)
    count += 1
    return next()
  })
  // onSend runs for aborted requests too, so the counter always drops.
  app.addHook('onSend', (request, _reply, payload, next) => {
    if (inFlight.delete(request)) count -= 1
    next(null, payload)
  })
}

function isForWatchers({ routeOptions: { url } }: FastifyRequest): boolean {
  return url?.startsWith('/health/') === true || url === '/metrics'
}
