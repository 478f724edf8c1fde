import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'

import type { FastifyInstance, FastifyRequest } from 'fastify'

const lookEveryMs = 50
/** Under a load that never pauses the listener closes all the same. */
const mostTurnsMs = 5_000
const quietTurns = 3
/** For the request on a connection that was made and has said nothing yet, such as one that a browser opens in advance. */
const firstRequestMs = 500

/**
 * From the moment that `stopping` is aborted readiness is false and each answer ends its connection: a proxy sends its
 * calls elsewhere, and no client writes on a connection that is about to be closed. From `app.close()` on nothing new
 * is accepted and what has come is answered. Work for a caller who has left is waited for as well: a verdict that has
 * been paid for shall be written.
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
 * Node accepts one waiting connection a turn of its loop, and the kernel resets those that still wait when the listener
 * closes, as it does a kept-alive connection that is closed with a request unread. So the queue is shut for newcomers,
 * who try again and find nobody listening, and the listener closes after a few turns that brought neither.
 */
async function takeWhatWaits(server: Server): Promise<void> {
  // Node has no public way to say listen(2) again.
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
