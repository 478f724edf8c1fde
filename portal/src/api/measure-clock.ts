import { calls } from '@ekyc/contract/calls'

import { clockOffsetMs, learnClock } from './server-clock.ts'

/** The server's clock less this computer's, in milliseconds, asked anew; undefined when the server does not tell. */
export async function measureClock(signal?: AbortSignal): Promise<number | undefined> {
  const limit = AbortSignal.timeout(5000)
  const sentOn = Date.now()
  try {
    const response = await fetch(calls.getAddress.path, {
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    learnClock(response, sentOn)
    return response.headers.has('date') ? clockOffsetMs() : undefined
  } catch {
    return undefined
  }
}
