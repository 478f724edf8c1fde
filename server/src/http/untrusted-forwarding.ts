import type { FastifyInstance } from 'fastify'

const everyMs = 3_600_000

/**
 * Says, once an hour at most, that somebody sends X-Forwarded-For whose word does not count: either a stranger tries it,
 * or TRUSTED_PROXIES lacks the proxy, and all callers are taken for one.
 */
export function tellUntrustedForwarding(app: FastifyInstance, now: () => Date): void {
  let toldAt = -Infinity
  app.addHook('onRequest', (request, _reply, next) => {
    const isForwarded = request.headers['x-forwarded-for'] !== undefined
    // A trusted peer is only the first of several addresses.
    const isTrusted = (request.ips?.length ?? 1) > 1
    const at = now().getTime()
    if (isForwarded && !isTrusted && at - toldAt >= everyMs) {
      toldAt = at
      request.log.warn(
        { peer: request.socket.remoteAddress },
        'X-Forwarded-For comes from an address that TRUSTED_PROXIES does not name: if it is your proxy, all callers share one address and its limits',
      )
    }
    next()
  })
}
