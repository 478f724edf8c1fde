import type { IncomingMessage } from 'node:http'

import { isRecord } from '@ekyc/contract/is-record'
import { bodyBeyondLimits } from '@ekyc/contract/refusals'
import type { FastifyInstance, FastifyReply } from 'fastify'

import type { Policy } from '../../domain/policy.ts'
import { Overloaded } from '../../domain/call-errors.ts'
import { BadBody } from '../answers.ts'

/** The memory in bytes that Node needs for each chunk in addition to its content, which may be a single byte. */
const bytesBesidePiece = 512

const retryAfterSeconds = 5

type Arriving = { body: IncomingMessage; reply: FastifyReply; bytes: number }

/**
 * Parses JSON bodies and refuses a body with too many levels or keys. JSON.parse itself accepts half a million levels,
 * and a recursive function that walks such a body afterwards would overflow its stack.
 */
export function readJsonBodies(app: FastifyInstance, policy: Policy): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  // If the caller disconnects before the body is read, the body emits no events and Fastify would wait for it forever.
  app.addHook('preParsing', (request, _reply, _payload, next) => {
    next(request.raw.readableAborted ? new BadBody() : undefined)
  })
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    void parse(request, body as string, (error, parsed: unknown) => {
      if (error || !isRecord(parsed)) return done(new BadBody())
      if (isFit(parsed, policy)) return done(null, parsed)
      return done(new BadBody('call_invalid', bodyBeyondLimits(policy.bodyMaxLevels, policy.bodyMaxKeys)))
    })
  })
}

/** Beyond the limit, the oldest body that is not small is refused, because a usual body arrives within moments. */
export function limitBodyMemory(app: FastifyInstance, { bodyMegabytes }: { bodyMegabytes: number }): void {
  const mostBytes = bodyMegabytes * 2 ** 20
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
      for (let isOver = bytesHeld > mostBytes; isOver; isOver = bytesHeld > mostBytes) turnAwayOldest()
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
    for (const { body, reply, bytes } of arriving) {
      if (bytes < usual) continue
      reply.header('connection', 'close')
      // Fastify's parser treats this event like an interrupted body, and answers with the error.
      body.emit('error', new Overloaded('busy', retryAfterSeconds))
      return
    }
  }
}

function isFit(body: object, { bodyMaxLevels, bodyMaxKeys }: Policy): boolean {
  let keys = 0
  return isWithin(body, 1)

  function isWithin(value: unknown, level: number): boolean {
    if (typeof value !== 'object' || value === null) return true
    if (level > bodyMaxLevels) return false
    const values: unknown[] = Object.values(value)
    keys += values.length
    return keys <= bodyMaxKeys && values.every(one => isWithin(one, level + 1))
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
