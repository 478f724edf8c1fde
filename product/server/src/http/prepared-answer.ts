import { brotliCompressSync, gzipSync } from 'node:zlib'

import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type PreparedAnswer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Makes an answer that is the same for every caller and compresses it once. */
export function preparedAnswer(body: string | Buffer, headers: Record<string, string>): PreparedAnswer {
  const bytes = Buffer.from(body)
  const bodies = { br: brotliCompressSync(bytes), gzip: gzipSync(bytes, { level: 9 }) }
  return (request, reply) => {
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip'])
    if (encoding) reply.header('content-encoding', encoding)
    return reply.headers({ vary: 'accept-encoding', ...headers }).send(encoding ? bodies[encoding] : bytes)
  }
}
