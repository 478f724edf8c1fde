import { isIP, isIPv4 } from 'node:net'

import type { FastifyRequest } from 'fastify'

/**
 * Where the call comes from: the socket's address, or what trusted proxies say of it. What they forward is a header's
 * text: where it is no address, that of the proxy which forwarded it is the last that is known.
 */
export function callerAddress(request: FastifyRequest): string {
  const hops = request.ips ?? [request.ip]
  return withoutZone(hops.findLast(hop => isIP(hop) !== 0) ?? request.socket.remoteAddress ?? '')
}

/** What counts as one caller for limits: an IPv4 address, or the /64 in which an IPv6 host picks any it likes. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}

/** fe80::1%eth0, and ::ffff:192.0.2.1, as a socket for both kinds names an IPv4 address. */
function withoutZone(address: string): string {
  const plain = address.split('%')[0] ?? ''
  const mapped = plain.replace(/^::ffff:/i, '')
  return isIPv4(mapped) ? mapped : plain
}
