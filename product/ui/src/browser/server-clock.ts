/** An answer, with the start and the end of its request in ms since 1970 by this computer's clock. */
type Timed = { response: Response; sentOn: number; arrivedOn: number }

let offsetMs: number | undefined

/**
 * Updates the clock's offset from the Date header of an answer of our own server. The header has whole seconds, so half
 * a second is added. The answer counts as half a round trip old.
 */
export function learnClock({ response, sentOn, arrivedOn }: Timed): void {
  const date = Date.parse(response.headers.get('date') ?? '')
  // An answer with an Age header comes from a cache, and its Date is old.
  if (Number.isNaN(date) || response.headers.has('age')) return
  offsetMs = Math.round(date + 500 - (sentOn + arrivedOn) / 2)
}

/** Goes on with the offset that another program of the same page has measured. */
export function takeClockOffset(ms: number): void {
  offsetMs = ms
}

/** Returns the server's time or, before the first answer, this computer's time. */
export function serverNow(): Date {
  return new Date(Date.now() + clockOffsetMs())
}

/** Returns the server's clock minus this computer's, in milliseconds, accurate to about a second. */
export function clockOffsetMs(): number {
  return offsetMs ?? 0
}
