import type { FastifyInstance } from 'fastify'

import { sendError } from '../answers.ts'
import { answerOn } from './client-errors.ts'
import { allNamed } from '../read-header.ts'

/**
 * Refuses a request with an unknown Expect header, a missing or repeated Host header, or a CONNECT tunnel. The refusals
 * have the usual JSON form. Node itself would accept such a request, or answer it without the server's headers.
 */
export function refuseForNode(app: FastifyInstance, headers: Record<string, string>): void {
  app.server.on('connect', (_request, socket) => answerOn(socket, 405, 'method_not_allowed', headers))
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  app.addHook('onRequest', (request, reply, next) => {
    const { expect, host } = request.headers
    if (expect !== undefined && expect.toLowerCase() !== '100-continue')
      return void sendError({ statusCode: 417 }, request, reply)
    if (allNamed(request.raw, 'host').length > 1 || (host === undefined && request.raw.httpVersion === '1.1'))
      return void sendError({ statusCode: 400 }, request, reply)
    return next()
  })
}
