import type { FastifyInstance } from 'fastify'

import type { Policy } from '../../domain/policy.ts'
import { BadBody } from '../answers.ts'

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
      return error || !isFit(parsed, policy) ? done(new BadBody()) : done(null, parsed)
    })
  })
}

function isFit(body: unknown, { bodyMaxLevels, bodyMaxKeys }: Policy): boolean {
  let keys = 0
  return isWithin(body, 1) && !Array.isArray(body)

  function isWithin(value: unknown, level: number): boolean {
    if (typeof value !== 'object' || value === null) return level > 1
    if (level > bodyMaxLevels) return false
    const values: unknown[] = Object.values(value)
    keys += values.length
    return keys <= bodyMaxKeys && values.every(one => isWithin(one, level + 1))
  }
}
