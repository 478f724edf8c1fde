import { overloads } from '@ekyc/contract/refusals'
import type { FastifyInstance, FastifyReply } from 'fastify'

import { noSuccess, success } from './answers.ts'

/**
 * live: the process answers. serving: it also is not about to stop, so that a proxy does well to send it calls.
 * ready: the database answers too.
 */
export function serveHealth(
  app: FastifyInstance,
  { ping, isStopping }: { ping: () => Promise<void>; isStopping: () => boolean },
): void {
  app.get('/health/live', async () => success({}))

  app.get('/health/serving', async (_request, reply) => (isStopping() ? refuseStopping(reply) : success({})))

  app.get('/health/ready', async (_request, reply) => {
    if (isStopping()) return refuseStopping(reply)
    try {
      await ping()
      return success({})
    } catch {
      return reply
        .code(503)
        .header('retry-after', 5)
        .send(noSuccess('database_silent', overloads.database_silent))
    }
  })
}

function refuseStopping(reply: FastifyReply): FastifyReply {
  return reply.code(503).send(noSuccess('stopping', overloads.stopping))
}
