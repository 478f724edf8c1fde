import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

export const immutable = 'public, max-age=31536000, immutable'

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
      if (path.includes('/assets/')) reply.header('cache-control', immutable)
    },
  })
}
