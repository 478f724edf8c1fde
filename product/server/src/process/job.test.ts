import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createRepeatingJob } from './repeating-job.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('work that comes without a pause is done soon, and again for what came meanwhile', async () => {
  let runs = 0
  const job = createRepeatingJob({ everyMs: 60_000, run: async () => (runs += 1), onFault: () => {} })
  job.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(runs).toBe(1)
  for (let call = 0; call < 100; call += 1) {
    job.runSoon()
    await vi.advanceTimersByTimeAsync(5)
  }
  expect(runs).toBeGreaterThan(20)
  const whileItCame = runs
  await vi.advanceTimersByTimeAsync(20)
  expect(runs).toBe(whileItCame + 1)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(runs).toBe(whileItCame + 1)
  await job.stop()
})
