/**
 * How far the clocks of two servers may be apart. What was written for a moment further ahead than it could be comes
 * from a clock that has been set back, and is not waited for.
 */
export const clockSkewMs = 60_000
