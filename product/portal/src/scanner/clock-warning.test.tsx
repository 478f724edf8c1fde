import { expect, test } from 'vitest'

import { clockError } from './scanner-view.tsx'

const minutes = (count: number) => count * 60_000

test.each([
  [6, '6 minutes'],
  [-119, '119 minutes'],
  [120, '2 hours'],
  [1440, '24 hours'],
  [-2880, '2 days'],
  [11_520, '8 days'],
])('[KYC-16] a clock that is %i minutes off is said to be off by %s', (count, said) => {
  expect(clockError(minutes(count))).toBe(said)
})
