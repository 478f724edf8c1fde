import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'

import type { FastifyInstance, FastifyRequest } from 'fastify'

const lookEveryMs = 50
/** The time in ms after which the listener closes even if new connections keep coming. */
const mostTurnsMs = 5_000
const quietTurns = 3
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
    await takeWhatWaits(app.server)
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

/**
 * Empties the listener's queue of connections, so that closing the listener resets no connection. Node accepts one
 * waiting connection in each turn of its event loop. When the listener closes, the kernel resets all other waiting
 * connections, and every kept-alive connection with an unread request. Therefore this function first closes the queue
 * for new connections, and returns after a few turns without a new connection or request.
 */
async function takeWhatWaits(server: Server): Promise<void> {
  // Node has no public function that calls listen(2) again.
  const { _handle: listener } = server as { _handle?: { listen?: (backlog: number) => number } }
  listener?.listen?.(0)
  const deadline = performance.now() + mostTurnsMs
  let quiet = 0
  const onArrival = (): void => void (quiet = 0)
  server.on('connection', onArrival).on('request', onArrival)
  while (quiet < quietTurns && performance.now() < deadline) {
    quiet += 1
    await turn()
  }
  server.off('connection', onArrival).off('request', onArrival)
}
