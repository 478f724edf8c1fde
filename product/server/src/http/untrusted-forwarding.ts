import type { FastifyInstance } from 'fastify'

import { hourMs } from '../domain/durations.ts'

/**
 * Warns, at most once an hour, of X-Forwarded-For from an untrusted address: either a stranger sends it, or
 * TRUSTED_PROXIES lacks the proxy and all callers share its address.
 */
export function tellUntrustedForwarding(app: FastifyInstance, now: () => Date): void {
  let toldAt = -Infinity
  app.addHook('onRequest', (request, _reply, next) => {
    const isForwarded = request.headers['x-forwarded-for'] !== undefined
    // With a trusted peer the list has several addresses, and the peer's is the first.
    const isTrusted = (request.ips?.length ?? 1) > 1
    const at = now().getTime()
    if (isForwarded && !isTrusted && at - toldAt >= hourMs) {
      toldAt = at
      request.log.warn(
        { peer: request.socket.remoteAddress },
        'X-Forwarded-For comes from an address that TRUSTED_PROXIES does not name: if it is your proxy, all callers share one address and its limits',
      )
    }
    next()
  })
}
