import { learnClock } from '@ekyc/ui/browser/server-clock.ts'

/** Fetches from the portal's own origin, and updates the measured server clock from the answer. */
export async function fetchTimed(path: string, init: RequestInit): Promise<Response> {
  const sentOn = Date.now()
  const response = await fetch(path, init)
  learnClock({ response, sentOn, arrivedOn: Date.now() })
  return response
}
