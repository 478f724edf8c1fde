import type { FastifyInstance } from 'fastify'

const lookEveryMs = 50

/**
 * From `app.close()` on nothing new is accepted, what is in flight is answered, and each answer ends its connection:
 * a kept-alive one, or one that a browser has opened in advance, would hold the stop until it ran out.
 */
export function stopGracefully(app: FastifyInstance): { isStopping: () => boolean } {
  let isStopping = false
  let inFlight = 0

  app.addHook('onRequest', (_request, reply, next) => {
    inFlight += 1
    reply.raw.once('close', () => (inFlight -= 1))
    next()
  })
  app.addHook('onSend', (_request, reply, payload, next) => {
    if (isStopping) reply.header('connection', 'close')
    next(null, payload)
  })
  app.addHook('preClose', async () => {
    isStopping = true
    const look = setInterval(() => inFlight === 0 && app.server.closeAllConnections(), lookEveryMs)
    app.server.once('close', () => clearInterval(look))
    look.unref()
  })
  return { isStopping: () => isStopping }
}
