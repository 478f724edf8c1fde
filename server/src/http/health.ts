import { overloads } from '@ekyc/contract/refusals'
import type { FastifyInstance } from 'fastify'

import { noSuccess, success } from './answers.ts'

/** live: the process answers. ready: the database does too, and the server is not about to stop. */
export function serveHealth(
  app: FastifyInstance,
  { ping, isStopping }: { ping: () => Promise<void>; isStopping: () => boolean },
): void {
  app.get('/health/live', async () => success({}))

  app.get('/health/ready', async (_request, reply) => {
    if (isStopping()) return reply.code(503).send(noSuccess('stopping', overloads.stopping))
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
