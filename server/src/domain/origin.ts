/** Where a call came from, for throttles and the audit trail. Nothing in here grants anything. */
export type Origin = {
  /** The caller's address, from the socket or a trusted proxy. */
  address: string
  /** What counts as one caller for limits: the address, or an IPv6 /64. */
  network: string
  requestId: string | undefined
  traceId: string | undefined
}
