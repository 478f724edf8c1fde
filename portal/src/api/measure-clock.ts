import { calls } from '@ekyc/contract/calls'

import { clockOffsetMs, learnClock } from './server-clock.ts'

/** Measures the server's clock minus this computer's, in milliseconds; undefined when the answer has no Date header. */
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
