import type { Socket } from 'node:net'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import { Overloaded, Throttled } from '../domain/refused.ts'

declare module 'fastify' {
  interface FastifyRequest {
    counted: 'nowhere' | 'on its connection' | 'in flight'
  }
}

const retryAfterSeconds = 1

/** The maximum number of running requests on one connection. A browser never pipelines: it sends one at a time. */
const inWorkPerConnection = 6

/**
 * Limits the number of running requests. Further requests get 503 before any work is done for them. A request counts
 * from the end of its body, so that slow senders take no slot. This limit does not apply to health and metrics. If more
 * than six requests are pipelined on one connection, the further ones get 429.
 */
export function shedLoad(app: FastifyInstance, options: { maxInFlight: number }): void {
  const ofConnection = new WeakMap<Socket, number>()
  let count = 0

  function isBeyondLimit(request: FastifyRequest): boolean {
    return count >= options.maxInFlight && !isForWatchers(request)
  }

  app.decorateRequest('counted', 'nowhere')
  app.addHook('onRequest', (request, _reply, next) => {
    const inWork = ofConnection.get(request.socket) ?? 0
    if (inWork >= inWorkPerConnection) return next(new Throttled('too_many_at_once', retryAfterSeconds))
    request.counted = 'on its connection'
    ofConnection.set(request.socket, inWork + 1)
    return next(isBeyondLimit(request) ? new Overloaded('busy', retryAfterSeconds) : undefined)
  })
  app.addHook('preValidation', (request, _reply, next) => {
    if (isBeyondLimit(request)) return next(new Overloaded('busy', retryAfterSeconds))
    request.counted = 'in flight'
    count += 1
    return next()
  })
  // onSend runs for aborted requests too, so the counter always decreases.
  app.addHook('onSend', (request, _reply, payload, next) => {
    if (request.counted === 'in flight') count -= 1
    if (request.counted !== 'nowhere')
      ofConnection.set(request.socket, (ofConnection.get(request.socket) ?? 1) - 1)
    request.counted = 'nowhere'
    next(null, payload)
  })
}

function isForWatchers({ routeOptions: { url } }: FastifyRequest): boolean {
  return url?.startsWith('/health/') === true || url === '/metrics'
}
