/** An answer, with the start and end of its request by this computer's clock. */
export type Timed = { response: Response; sentOn: number; arrivedOn: number }

let offsetMs: number | undefined

/**
 * Updates the offset from the Date header of an answer of our own origin. The header has whole seconds, so half a
 * second is added; half of the round trip counts as the answer's age.
 */
export function learnClock({ response, sentOn, arrivedOn }: Timed): void {
  const date = Date.parse(response.headers.get('date') ?? '')
  // A cached answer carries an old Date.
  if (Number.isNaN(date) || response.headers.has('age')) return
  offsetMs = Math.round(date + 500 - (sentOn + arrivedOn) / 2)
}

/** Returns the server's time as far as known; this computer's time until the first answer. */
export function serverNow(): Date {
  return new Date(Date.now() + clockOffsetMs())
}

/** Returns the server's clock minus this computer's, in milliseconds, accurate to about a second. */
export function clockOffsetMs(): number {
  return offsetMs ?? 0
}
