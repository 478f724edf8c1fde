import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** @param host a host from an address or a URL, with IPv6 in brackets */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIP(bare) === 0) return bare === 'localhost'
  return loopback.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4')
}
