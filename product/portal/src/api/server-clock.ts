import { fetchOnce, type Timed } from './early-answers.ts'

let offsetMs: number | undefined

/** Fetches from our own origin and updates the clock by the answer. */
export async function fetchTimed(path: string, init: RequestInit): Promise<Response> {
  const answer = await fetchOnce(path, init)
  learnClock(answer)
  return answer.response
}

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
