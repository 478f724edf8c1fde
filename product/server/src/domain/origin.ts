import type { UserAgent } from './user-agent.ts'

/** The origin of a call, for throttles and the audit trail. It grants nothing. */
export type Origin = {
  /** The caller's address, from the socket or a trusted proxy. */
  address: string
  /** The unit of limits: an IPv4 address, or an IPv6 /64. */
  network: string
  /** The IPv4 /24 or IPv6 /48 around it, which may do `widerNetworkFold` times as much. */
  widerNetwork: string
  /** The device by which the phone of this call has logged in before, from its signed cookie. */
  device: string | undefined
  /** The browser and system that the request names. */
  userAgent: UserAgent
  requestId: string | undefined
  traceId: string | undefined
}

/** The networks whose work counts together: the address, and the wider one around it. */
export function networksIn({ network, widerNetwork }: Origin): string[] {
  return network === widerNetwork ? [network] : [network, widerNetwork]
}

/** The subjects of limits for a phone, the most trusted one first. */
export function requestersOf({ device, network }: Origin): string[] {
  return device === undefined ? [network] : [device, network]
}
