/** The origin of a call, for throttles and the audit trail. It grants nothing. */
export type Origin = {
  /** The caller's address, from the socket or a trusted proxy. */
  address: string
  /** The unit of limits: an IPv4 address, or an IPv6 /64. */
  network: string
  requestId: string | undefined
  traceId: string | undefined
}
