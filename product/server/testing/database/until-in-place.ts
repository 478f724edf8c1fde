import { defaultPolicy, type Policy } from '../../src/domain/policy.ts'
import type { TestAnswer } from '../test-server.ts'

/** Repeats a call, as its client would, while the server refuses it because too many calls run at once. */
export async function untilInPlace(call: () => Promise<TestAnswer>): Promise<TestAnswer> {
  for (;;) {
    const answer = await call()
    if (answer.response.code !== 'too_many_at_once') return answer
  }
}

/** A policy that allows very many calls at once, for tests of other limits. */
export const manyPlaces: Policy = {
  ...defaultPolicy,
  publicCallsPerPhone: 1_000,
  publicCallsPerAddress: 1_000,
}
