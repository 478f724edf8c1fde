import type { FastifyInstance, FastifyRequest } from 'fastify'

const lookEveryMs = 50

/**
 * From `app.close()` on nothing new is accepted, what is in flight is answered, and each answer ends its connection:
 * a kept-alive one, or one that a browser has opened in advance, would hold the stop until it ran out. Work for a
 * caller who has left is waited for as well: a verdict that has been paid for shall be written.
 */
export function stopGracefully(app: FastifyInstance): { isStopping: () => boolean } {
  let isStopping = false
  const unanswered = new Set<FastifyRequest>()
  const unsent = new Set<FastifyRequest>()

  app.addHook('onRequest', (request, reply, next) => {
    unanswered.add(request)
    unsent.add(request)
    reply.raw.once('close', () => unsent.delete(request))
    next()
  })
  app.addHook('onSend', (request, reply, payload, next) => {
    unanswered.delete(request)
    if (isStopping) reply.header('connection', 'close')
    next(null, payload)
  })
  app.addHook('preClose', async () => {
    isStopping = true
    const look = setInterval(() => unsent.size === 0 && app.server.closeAllConnections(), lookEveryMs)
    app.server.once('close', () => clearInterval(look))
    look.unref()
  })
  app.addHook('onClose', async () => {
    while (unanswered.size > 0) await new Promise(resolve => setTimeout(resolve, lookEveryMs))
  })
  return { isStopping: () => isStopping }
}
