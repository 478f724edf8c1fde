import type { Socket } from 'node:net'

import type { FastifyInstance, FastifyRequest } from 'fastify'

const lookEveryMs = 50
/** The time that a connection gets for its first request, in ms. Browsers open connections in advance. */
const firstRequestMs = 500

/**
 * Stops the server in two steps. After `stopping` aborts, readiness is false and each answer closes its connection.
 * Proxies then choose another server, and no client writes to a connection that is closing. After `app.close()`, the
 * server accepts no new connections and answers the requests that it has accepted. It also waits for calls whose
 * callers have left, because a verdict that was paid for must be written.
 */
export function stopGracefully(app: FastifyInstance, stopping: AbortSignal): { isStopping: () => boolean } {
  let isClosing = false
  const isStopping = (): boolean => isClosing || stopping.aborted
  const silent = new Set<Socket>()
  const unanswered = new Set<FastifyRequest>()
  const unsent = new Set<FastifyRequest>()

  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.addHook('onRequest', (request, reply, next) => {
    silent.delete(request.socket)
    unanswered.add(request)
    unsent.add(request)
    reply.raw.once('close', () => unsent.delete(request))
    next()
  })
  app.addHook('onSend', (request, reply, payload, next) => {
    unanswered.delete(request)
    if (isStopping()) reply.header('connection', 'close')
    next(null, payload)
  })
  app.addHook('preClose', async () => {
    isClosing = true
    const patience = performance.now() + firstRequestMs
    const isDone = (): boolean => unsent.size === 0 && (silent.size === 0 || performance.now() > patience)
    const look = setInterval(() => isDone() && app.server.closeAllConnections(), lookEveryMs)
    app.server.once('close', () => clearInterval(look))
    look.unref()
  })
  app.addHook('onClose', async () => {
    while (unanswered.size > 0) await new Promise(resolve => setTimeout(resolve, lookEveryMs))
  })
  return { isStopping }
}
