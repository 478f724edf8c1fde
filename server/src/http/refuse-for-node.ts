import type { FastifyInstance } from 'fastify'

import { sendError } from './answers.ts'

/**
 * What Node would answer by itself, with neither envelope nor headers, is refused here: an expectation that nobody
 * can meet, and a request that names no host.
 */
export function refuseForNode(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  app.addHook('onRequest', (request, reply, next) => {
    const { expect, host } = request.headers
    if (expect !== undefined && expect.toLowerCase() !== '100-continue')
      return void sendError({ statusCode: 417 }, request, reply)
    if (host === undefined && request.raw.httpVersion === '1.1')
      return void sendError({ statusCode: 400 }, request, reply)
    return next()
  })
}
