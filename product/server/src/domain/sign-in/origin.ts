import type { UserAgent } from './user-agent.ts'

/** The origin of a call, for throttles and the audit trail. An origin grants no rights. */
export type Origin = {
  /** The caller's address, from the socket or a trusted proxy. */
  address: string
  /** The network to which limits apply: an IPv4 address, or an IPv6 /64. */
  network: string
  /** The IPv4 /24 or IPv6 /48 around `network`, whose limits are `widerNetworkFold` times as high. */
  widerNetwork: string
  /** The device, known by its signed cookie, from which the phone of this call has logged in before. */
  device: string | undefined
  userAgent: UserAgent
  requestId: string | undefined
  traceId: string | undefined
}

/** Returns the networks whose limits count a call: the network of its address, and the wider network around it. */
export function networksIn({ network, widerNetwork }: Origin): string[] {
  return network === widerNetwork ? [network] : [network, widerNetwork]
}

/** Returns the requesters to which the limits for a phone apply, the most trusted one first. */
export function requestersOf({ device, network }: Origin): string[] {
  return device === undefined ? [network] : [device, network]
}
