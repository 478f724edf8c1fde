import type { IncomingMessage } from 'node:http'

import type { FastifyInstance, FastifyReply } from 'fastify'

import { Overloaded } from '../domain/refused.ts'

/** What Node keeps beside the bytes of a piece: whoever sends single bytes takes more memory by these than by those. */
const bytesBesidePiece = 512

/** Looked at again when there is room: the slowest have gone by then. */
const retryAfterSeconds = 5

type Arriving = { body: IncomingMessage; reply: FastifyReply; bytes: number }

/**
 * Bodies that have not arrived whole take so much memory together and no more, whoever sends them how slowly. Where
 * they would take more, the one that has been arriving longest is turned away: a normal caller's is there within
 * moments.
 */
export function boundBodyMemory(app: FastifyInstance, { bodyBytesInAll }: { bodyBytesInAll: number }): void {
  /** In the order of their beginning. */
  const arriving = new Set<Arriving>()
  let held = 0

  app.addHook('preParsing', (request, reply, _payload, next) => {
    const body = request.raw
    if (hasBody(body)) follow({ body, reply, bytes: 0 })
    next()
  })

  function follow(one: Arriving): void {
    const { body } = one
    arriving.add(one)
    body.on('data', hold)
    for (const end of ['end', 'close', 'error']) body.once(end, letGo)

    function hold(piece: Buffer): void {
      const bytes = piece.length + bytesBesidePiece
      one.bytes += bytes
      held += bytes
      for (let isOver = held > bodyBytesInAll; isOver; isOver = held > bodyBytesInAll) turnAwayOldest()
    }

    function letGo(): void {
      body.off('data', hold)
      for (const end of ['end', 'close', 'error']) body.off(end, letGo)
      if (arriving.delete(one)) held -= one.bytes
    }
  }

  function turnAwayOldest(): void {
    // Of those that take a usual share: a small call among large ones makes no room.
    const usual = held / arriving.size / 2
    const oldest = firstOf(arriving, ({ bytes }) => bytes >= usual)
    if (!oldest) return
    oldest.reply.header('connection', 'close')
    // Whoever reads the body, Fastify's parser, takes it for a body that broke off, and answers with this.
    oldest.body.emit('error', new Overloaded('busy', retryAfterSeconds))
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function firstOf<T>(items: Iterable<T>, isWanted: (item: T) => boolean): T | undefined {
  for (const item of items) if (isWanted(item)) return item
  return undefined
}
