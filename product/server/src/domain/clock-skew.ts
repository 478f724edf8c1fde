/**
 * The largest difference between the clocks of two servers. A stored time further ahead than its rule allows comes from
 * a clock that was set back; the server does not wait for it.
 */
export const clockSkewMs = 60_000

/** Returns the latest time that any server's clock may show. No server writes a later time now. */
export function latestTime(at: Date): Date {
  return new Date(at.getTime() + clockSkewMs)
}

/**
 * The database's time, one clock for all servers, for leases and holds, which one server writes and another compares.
 * All other times come from the server's own clock, so that a wrong database clock cannot harm them.
 */
export type SharedNow = () => Date
