import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Tells whether a host is localhost, ::1 or in 127.0.0.0/8. An IPv6 address may be in brackets, as in a URL. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIP(bare) === 0) return bare === 'localhost'
  return loopback.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4')
}
