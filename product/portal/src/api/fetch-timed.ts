import { learnClock } from '@ekyc/ui/server-clock.ts'

import { fetchOnce } from './early-answers.ts'

/** Fetches from the portal's own origin, and updates the measured server clock from the answer. */
export async function fetchTimed(path: string, init: RequestInit): Promise<Response> {
  const answer = await fetchOnce(path, init)
  learnClock(answer)
  return answer.response
}
