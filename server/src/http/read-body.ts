import type { FastifyInstance } from 'fastify'

import { BadBody } from './answers.ts'

const maxDepth = 32
const maxKeys = 1_000

/**
 * JSON objects only, at most 32 levels deep and 1,000 keys wide: JSON.parse itself takes half a million levels, and
 * whatever walks them afterwards overflows.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  // Fastify waits for events of the body, and a body whose caller left before it was read emits none.
  app.addHook('preParsing', (request, _reply, _payload, next) => {
    next(request.raw.readableAborted ? new BadBody() : undefined)
  })
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    void parse(request, body as string, (error, parsed: unknown) => {
      return error || !isFit(parsed) ? done(new BadBody()) : done(null, parsed)
    })
  })
}

function isFit(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  let keys = 0
  let level: object[] = [body]
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return false
    const values: unknown[] = level.flatMap(object => Object.values(object))
    keys += values.length
    if (keys > maxKeys) return false
    level = values.filter((value): value is object => typeof value === 'object' && value !== null)
  }
  return true
}
