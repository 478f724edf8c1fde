import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Cookies } from './handlers.ts'

/**
 * With this prefix, browsers accept the cookie only from exactly this origin, over https, for all of its paths.
 * Chromium and Firefox also accept it over http from localhost and 127.0.0.1, and Safari does not (decision record
 * 0111).
 */
const prefix = '__Host-'
const attributes = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const

export function cookiesOf(request: FastifyRequest, reply: FastifyReply): Cookies {
  return {
    get: name => parseCookie(request.headers.cookie ?? '')[prefix + name],
    set(name, value, maxAgeSeconds) {
      const former = [reply.getHeader('set-cookie') ?? []].flat().map(String)
      const cookie = stringifySetCookie(prefix + name, value, { ...attributes, maxAge: maxAgeSeconds })
      reply.header('set-cookie', [...former, cookie])
    },
  }
}
