import type { FastifyInstance, FastifyRequest } from 'fastify'

import { Throttled } from '../../domain/refused.ts'

const lateMs = 1_000
/** The maximum number of refusals that wait. A request that waits for its refusal takes about 10 kB. */
const mostWaiting = 2_000

/**
 * Delays the refusal of a caller with too many simultaneous calls by one second, as its Retry-After header says.
 * Otherwise, a caller that repeats each refused request at once would use the whole processor. The waiting request
 * takes no slot of the limits.
 */
export function sendRefusalsLate(app: FastifyInstance): void {
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
