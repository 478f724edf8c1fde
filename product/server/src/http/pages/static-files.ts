import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

import { negotiate } from '@fastify/accept-negotiator'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export type StaticAnswer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const compress = {
  br: promisify<Buffer, Buffer>(brotliCompress),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
}

export function staticAnswer(body: string | Buffer, headers: Record<string, string>): StaticAnswer {
  const bytes = Buffer.from(body)
  const bodies: { br?: Promise<Buffer>; gzip?: Promise<Buffer> } = {}
  return async (request, reply) => {
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip'])
    const sent = encoding ? await (bodies[encoding] ??= compress[encoding](bytes)) : bytes
    if (encoding) reply.header('content-encoding', encoding)
    return reply.headers({ vary: 'accept-encoding', ...headers }).send(sent)
  }
}

export const immutableCacheControl = 'public, max-age=31536000, immutable'

/** Serves the files of a built app, except its HTML pages, each of which needs its own security policy. */
export async function serveBuiltFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      if (path.includes('/assets/')) reply.header('cache-control', immutableCacheControl)
    },
  })
}
