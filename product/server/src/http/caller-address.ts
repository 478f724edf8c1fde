import { isIP, isIPv4 } from 'node:net'

import type { FastifyRequest, FastifyInstance } from 'fastify'

import type { Origin } from '../domain/sign-in/origin.ts'
import { hourMs } from '../domain/durations.ts'

/**
 * Returns the caller's IP address: the address of the socket, or the address that trusted proxies forward. If the
 * forwarded text is not an IP address, the address of the proxy is returned.
 */
export function callerAddress(request: FastifyRequest): string {
  const hops = request.ips ?? [request.ip]
  return withoutZone(hops.findLast(hop => isIP(hop) !== 0) ?? request.socket.remoteAddress ?? '')
}

/**
 * Returns the two networks that limits count. `network` is an IPv4 address or an IPv6 /64, in which a host can choose
 * any address. `widerNetwork` is the surrounding /24 or /48, which one customer of a provider may own entirely.
 */
export function networksOf(address: string): Pick<Origin, 'network' | 'widerNetwork'> {
  if (isIP(address) !== 6) return { network: address, widerNetwork: address.replace(/\.\d+$/, '.0/24') }
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  const groups = [...before, ...zeros, ...after]
  return {
    network: `${groups.slice(0, 4).join(':')}::/64`,
    widerNetwork: `${groups.slice(0, 3).join(':')}::/48`,
  }
}

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

/** Removes the zone of an address such as fe80::1%eth0, and the IPv6 prefix of one such as ::ffff:192.0.2.1. */
function withoutZone(address: string): string {
  const plain = address.split('%')[0] ?? ''
  const mapped = plain.replace(/^::ffff:/i, '')
  return isIPv4(mapped) ? mapped : plain
}
