import type { FastifyInstance } from 'fastify'

import { hourMs } from '../../domain/durations.ts'

/**
 * Warns, at most once an hour, about an X-Forwarded-For header from an untrusted address. Either a stranger sends the
 * header, or TRUSTED_PROXIES lacks the bank's proxy and all callers share the proxy's address.
 */
export function tellUntrustedForwarding(app: FastifyInstance, now: () => Date): void {
  let toldAt = -Infinity
  app.addHook('onRequest', (request, _reply, next) => {
    const isForwarded = request.headers['x-forwarded-for'] !== undefined
    // If a trusted peer sends the header, `request.ips` has several addresses, and the first is the peer's.
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
