let offsetMs: number | undefined

/**
 * Learns how far this computer's clock is from the server's, from the Date header of an answer of our own origin. The
 * header has whole seconds, so half a second is added; the answer is taken to have been made half-way.
 */
export function learnClock(response: Response, sentOn: number): void {
  const date = Date.parse(response.headers.get('date') ?? '')
  // An answer out of a cache tells the time at which it was made, not the time it is.
  if (Number.isNaN(date) || response.headers.has('age')) return
  offsetMs = Math.round(date + 500 - (sentOn + Date.now()) / 2)
}

/** The server's time as far as known; this computer's until an answer has come. */
export function serverNow(): Date {
  return new Date(Date.now() + clockOffsetMs())
}

/** Server's clock less this computer's, in milliseconds; right to about a second. */
export function clockOffsetMs(): number {
  return offsetMs ?? 0
}
