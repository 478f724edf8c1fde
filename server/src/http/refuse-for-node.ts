import type { FastifyInstance } from 'fastify'

import { sendError } from './answers.ts'

/**
 * Refuses, in the envelope, what Node would answer by itself without our headers: an unknown expectation, and a request
 * without a Host header.
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
