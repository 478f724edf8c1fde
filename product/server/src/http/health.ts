import { overloads } from '@ekyc/contract/refusals'
import type { FastifyInstance, FastifyReply } from 'fastify'

import { noSuccess, success } from './answers.ts'

/**
 * Serves the health checks. `live` succeeds if the process answers. `serving` succeeds if the server is also prepared
 * and not stopping, so that a proxy may send it calls. `ready` succeeds if the database answers too.
 */
export function serveHealth(
  app: FastifyInstance,
  options: { ping: () => Promise<void>; isPrepared: () => boolean; isStopping: () => boolean },
): void {
  app.get('/health/live', async () => success({}))

  app.get('/health/serving', async (_request, reply) => refusal(reply) ?? success({}))

  app.get('/health/ready', async (_request, reply) => {
    const refused = refusal(reply)
    if (refused) return refused
    try {
      await options.ping()
      return success({})
    } catch {
      return refuseForNow(reply, 'database_silent')
    }
  })

  function refusal(reply: FastifyReply): FastifyReply | undefined {
    if (options.isStopping()) return reply.code(503).send(noSuccess('stopping', overloads.stopping))
    return options.isPrepared() ? undefined : refuseForNow(reply, 'migrating')
  }
}

function refuseForNow(reply: FastifyReply, code: 'database_silent' | 'migrating'): FastifyReply {
  return reply.code(503).header('retry-after', 5).send(noSuccess(code, overloads[code]))
}
