import type { FastifyInstance } from 'fastify'

import { noSuccess, success } from './answers.ts'

/** live: the process answers. ready: the database does too. */
export function serveHealth(app: FastifyInstance, ping: () => Promise<void>): void {
  app.get('/health/live', async () => success({}))

  app.get('/health/ready', async (_request, reply) => {
    try {
      await ping()
      return success({})
    } catch {
      return reply.code(503).header('retry-after', 5).send(noSuccess('The database does not answer.'))
    }
  })
}
