import { refusalTexts } from '@ekyc/contract/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { Overloaded } from '../domain/refused.ts'

const retryAfterSeconds = 1

/**
 * At most so many requests are worked on at once; whoever comes beyond is turned away at once, before anything was
 * done for it. A body still on its way is not worked on: slow senders take nobody's place. Health and metrics are always told.
 */
export function shedLoad(app: FastifyInstance, options: { maxInFlight: number }): void {
  const inFlight = new WeakSet<FastifyRequest>()
  let count = 0

  function refuseBeyondLimit(request: FastifyRequest): void {
    if (count >= options.maxInFlight && !isForWatchers(request))
      throw new Overloaded(refusalTexts.busy, retryAfterSeconds)
  }

  app.addHook('onRequest', async request => refuseBeyondLimit(request))
  app.addHook('preValidation', async request => {
    refuseBeyondLimit(request)
    inFlight.add(request)
    count += 1
  })
  // Every answer passes here, that to a caller who has left as well.
  app.addHook('onSend', async request => {
    if (inFlight.delete(request)) count -= 1
  })
}

function isForWatchers({ url }: FastifyRequest): boolean {
  return url.startsWith('/health/') || url === '/metrics'
}
