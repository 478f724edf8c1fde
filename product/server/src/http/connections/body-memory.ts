import type { IncomingMessage } from 'node:http'

import type { FastifyInstance, FastifyReply } from 'fastify'

import { Overloaded } from '../../domain/refused.ts'

/** The memory in bytes that Node needs for each chunk in addition to its content, which may be a single byte. */
const bytesBesidePiece = 512

const retryAfterSeconds = 5

type Arriving = { body: IncomingMessage; reply: FastifyReply; bytes: number }

/**
 * Limits the memory of all incomplete bodies. Most bodies arrive complete with their headers. Beyond the limit, the
 * oldest incomplete body that is not small is refused, because a normal caller's body arrives within moments.
 */
export function boundBodyMemory(app: FastifyInstance, { bodyBytesInAll }: { bodyBytesInAll: number }): void {
  /** A set keeps the order of insertion, so the oldest incomplete body comes first. */
  const arriving = new Set<Arriving>()
  let bytesHeld = 0

  app.addHook('preParsing', (request, reply, _payload, next) => {
    const body = request.raw
    if (!body.complete && hasBody(body)) follow({ body, reply, bytes: 0 })
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
      bytesHeld += bytes
      for (let isOver = bytesHeld > bodyBytesInAll; isOver; isOver = bytesHeld > bodyBytesInAll)
        turnAwayOldest()
    }

    function letGo(): void {
      body.off('data', hold)
      for (const end of ['end', 'close', 'error']) body.off(end, letGo)
      if (arriving.delete(one)) bytesHeld -= one.bytes
    }
  }

  function turnAwayOldest(): void {
    // Small bodies are skipped, because refusing them would free almost no memory.
    const usual = bytesHeld / arriving.size / 2
    const oldest = firstOf(arriving, ({ bytes }) => bytes >= usual)
    if (!oldest) return
    oldest.reply.header('connection', 'close')
    // Fastify's parser treats this event like an interrupted body, and answers with the error.
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
