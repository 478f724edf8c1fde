/**
 * The largest difference between the clocks of two servers. A stored time further ahead than its rule allows comes from
 * a clock that was set back; the server does not wait for it.
 */
export const clockSkewMs = 60_000
