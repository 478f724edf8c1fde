import { configureGlobal } from 'fast-check'
import { afterAll, beforeEach, expect, vi } from 'vitest'

import { readsMachineClock, testDay } from './test-day.ts'

// Resets the state before each test file, because one process runs many test files. No file finds a fake clock or global
// of the file before. Each file in a page evaluates the project's modules again, but those that Node loads stay loaded.
vi.resetModules()
vi.useRealTimers()
// Vitest loads this file anew for each test file only if the clock runs.
afterAll(() => void vi.useRealTimers())
vi.unstubAllGlobals()
vi.unstubAllEnvs()

// Every property draws the same cases in each run. `npm run test:long -- properties` draws others.
configureGlobal({ seed: Number(process.env['SEED'] ?? 1) })

// `Date` stands still on one day in every test, so that no test depends on the day on which it runs.
if (!readsMachineClock(expect.getState().testPath ?? '')) {
  vi.setSystemTime(testDay)
  beforeEach(() => void vi.setSystemTime(testDay))
}
