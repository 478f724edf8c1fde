import type { Socket } from 'node:net'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import { Overloaded, Throttled } from '../../domain/call-errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    isInFlight: boolean
  }
}

const retryAfterSeconds = 1

/** The maximum number of requests on one connection whose answers have not left. A browser never pipelines: it sends one at a time. */
const inWorkPerConnection = 6

const lateMs = 1_000
/** The maximum number of refusals that wait. A request that waits for its refusal takes about 10 kB. */
const mostWaiting = 2_000

/**
 * A request counts from the end of its body until its answer is made, so that slow senders and readers take no slot.
 * While the answers to six requests of one connection have not left, further ones get 429.
 */
export function shedLoad(app: FastifyInstance, options: { maxInFlight: number }): void {
  const ofConnection = new WeakMap<Socket, number>()
  let count = 0

  function isBeyondLimit(request: FastifyRequest): boolean {
    return count >= options.maxInFlight && !isForWatchers(request)
  }

  app.decorateRequest('isInFlight', false)
  app.addHook('onRequest', (request, reply, next) => {
    const { socket } = request
    const inWork = ofConnection.get(socket) ?? 0
    if (inWork >= inWorkPerConnection) return next(new Throttled('too_many_at_once', retryAfterSeconds))
    ofConnection.set(socket, inWork + 1)
    // A reader who reads nothing keeps its answers in the server's memory until they leave.
    reply.raw.once('close', () => ofConnection.set(socket, (ofConnection.get(socket) ?? 1) - 1))
    return next(isBeyondLimit(request) ? new Overloaded('busy', retryAfterSeconds) : undefined)
  })
  app.addHook('preValidation', (request, _reply, next) => {
    if (isBeyondLimit(request)) return next(new Overloaded('busy', retryAfterSeconds))
    request.isInFlight = true
    count += 1
    return next()
  })
  // onSend runs for aborted requests too, so the counter always decreases.
  app.addHook('onSend', (request, _reply, payload, next) => {
    if (request.isInFlight) count -= 1
    request.isInFlight = false
    next(null, payload)
  })
}

/** A caller that repeats each refused request at once would use the whole processor. One that waits takes no slot. */
export function delayRefusals(app: FastifyInstance): void {
  const refused = new WeakSet<FastifyRequest>()
  let waiting = 0

  app.addHook('onError', (request, _reply, error, next) => {
    if (error instanceof Throttled && error.code === 'too_many_at_once') refused.add(request)
    next()
  })
  app.addHook('onSend', (request, _reply, payload, next) => {
    if (!refused.delete(request) || waiting >= mostWaiting) return next(null, payload)
    waiting += 1
    return void setTimeout(() => {
      waiting -= 1
      next(null, payload)
    }, lateMs)
  })
}

function isForWatchers({ routeOptions: { url } }: FastifyRequest): boolean {
  return url?.startsWith('/health/') === true || url === '/metrics'
}
