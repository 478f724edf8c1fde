export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/**
 * The largest difference between the clocks of two servers, in ms. If a stored time is later than its rule allows, by
 * more than this difference, a clock was set back after the write. The server does not wait for such a time.
 */
export const clockSkewMs = 60_000

export function latestServerTime(at: Date): Date {
  return new Date(at.getTime() + clockSkewMs)
}

/**
 * Returns the database's time, which is the same for all servers. It is for the leases of orders and the times in the
 * outbox, which one server writes and another server compares. All other times come from the server's own clock, so
 * that a wrong database clock cannot harm them.
 */
export type DatabaseClock = () => Date

/** Waits and measures time for the domain rules. A simulation has its own timer, which decides when a wait ends. */
export type Timer = {
  /** Returns the milliseconds since a fixed moment. A change of the computer's clock does not affect this time. */
  uptimeMs(): number
  wait(ms: number): Promise<void>
}

export const machineTimer: Timer = {
  uptimeMs: () => performance.now(),
  wait: ms => new Promise(resolve => setTimeout(resolve, ms)),
}
