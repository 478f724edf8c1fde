/**
 * The largest difference between the clocks of two servers, in ms. A stored time that is further ahead than its rule
 * and this difference allow was written before a clock was set back. The server does not wait for such a time.
 */
export const clockSkewMs = 60_000

/** Returns the latest time that any server's clock may show at `at`. No server writes a later time. */
export function latestTime(at: Date): Date {
  return new Date(at.getTime() + clockSkewMs)
}

/**
 * Returns the database's time, which is the same for all servers. It is for leases and holds, which one server writes
 * and another server compares. All other times come from the server's own clock, so that a wrong database clock cannot
 * harm them.
 */
export type SharedNow = () => Date
