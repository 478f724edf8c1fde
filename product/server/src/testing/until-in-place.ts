import { defaultPolicy, type Policy } from '../domain/policy.ts'
import type { TestAnswer } from './test-server.ts'

/** Repeats a call that other calls at work get in the way of, as its client would. */
export async function untilInPlace(call: () => Promise<TestAnswer>): Promise<TestAnswer> {
  for (;;) {
    const answer = await call()
    if (answer.response.code !== 'too_many_at_once') return answer
  }
}

/** Lets any number of calls in, for tests of the limits behind the places. */
export const manyPlaces: Policy = {
  ...defaultPolicy,
  publicCallsPerPhone: 1_000,
  publicCallsPerAddress: 1_000,
}
