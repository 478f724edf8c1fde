import { calls } from '@ekyc/contract/calls'

import { clockOffsetMs } from '@ekyc/ui/server-clock.ts'
import { fetchTimed } from './fetch-timed.ts'

/** Measures the server's clock minus this computer's clock, in ms. Returns undefined if no Date header came. */
export async function measureClock(signal?: AbortSignal): Promise<number | undefined> {
  const limit = AbortSignal.timeout(5000)
  try {
    const response = await fetchTimed(calls.getAddress.path, {
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    return response.headers.has('date') ? clockOffsetMs() : undefined
  } catch {
    return undefined
  }
}
