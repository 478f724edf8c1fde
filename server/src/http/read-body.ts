import type { FastifyInstance } from 'fastify'

const maxDepth = 32
const maxKeys = 1_000

class UnfitBody extends Error {
  readonly statusCode = 400
}

/**
 * JSON objects only, at most 32 levels deep and 1,000 keys wide: JSON.parse itself takes half a million levels, and
 * whatever walks them afterwards overflows.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    void parse(request, body as string, (error, parsed: unknown) => {
      if (error) return done(Object.assign(error, { statusCode: 400 }))
      if (!isFit(parsed)) return done(new UnfitBody('too deep, too wide or no object'))
      return done(null, parsed)
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
