/**
 * The largest difference between the clocks of two servers. A stored time further ahead than its rule allows comes from
 * a clock that was set back; the server does not wait for it.
 */
export const clockSkewMs = 60_000

/** Returns the latest time that any server's clock may show. Nothing that a server writes now is later. */
export function latestTime(at: Date): Date {
  return new Date(at.getTime() + clockSkewMs)
}

/**
 * The time of one clock for all servers, the database's: of leases and holds, which one server writes and another
 * compares. All else keeps the server's own clock, so that a database with a wrong one cannot harm it.
 */
export type SharedNow = () => Date
