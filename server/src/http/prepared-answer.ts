import { brotliCompressSync, gzipSync } from 'node:zlib'

import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type PreparedAnswer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** An answer that is the same for everybody, compressed once, as far as it goes. */
export function preparedAnswer(body: string | Buffer, headers: Record<string, string>): PreparedAnswer {
  const bytes = Buffer.from(body)
  const bodies = { br: brotliCompressSync(bytes), gzip: gzipSync(bytes, { level: 9 }) }
  return (request, reply) => {
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip'])
    if (encoding) reply.header('content-encoding', encoding)
    return reply.headers({ vary: 'accept-encoding', ...headers }).send(encoding ? bodies[encoding] : bytes)
  }
}
