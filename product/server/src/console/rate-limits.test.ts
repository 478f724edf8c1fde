import { expect, test } from 'vitest'

import { createTestClock } from '../../testing/fixed/test-clock.ts'
import { createConsoleRateLimits } from './rate-limits.ts'

test('a flood from many addresses forgets the oldest addresses, and no person', () => {
  const { count } = createConsoleRateLimits(createTestClock().now)
  const vote = () => count('vote', { staffId: 'asha' })
  const call = (network: string) => () => count('getMe', { network })
  for (let calls = 0; calls < 30; calls += 1) vote()
  for (let calls = 0; calls < 300; calls += 1) call('first')()
  expect(call('first')).toThrow(expect.objectContaining({ code: 'too_many' }))

  for (let address = 0; address < 10_000; address += 1) call(`network ${address}`)()
  expect(call('first')).not.toThrow()
  expect(vote).toThrow(expect.objectContaining({ code: 'too_many' }))
})
