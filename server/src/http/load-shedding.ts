import type { FastifyInstance, FastifyRequest } from 'fastify'

import { Overloaded } from '../domain/refused.ts'

const retryAfterSeconds = 1

/**
 * At most so many requests are worked on at once; whoever comes beyond is turned away at once, before anything was
 * done for it. A body still on its way is not worked on: slow senders take nobody's place. Health and
 * metrics are always told.
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
  // Every answer passes here, that to a caller who has left as well.
  app.addHook('onSend', (request, _reply, payload, next) => {
    if (inFlight.delete(request)) count -= 1
    next(null, payload)
  })
}

function isForWatchers({ routeOptions: { url } }: FastifyRequest): boolean {
  return url?.startsWith('/health/') === true || url === '/metrics'
}
