import { configureGlobal } from 'fast-check'
import { beforeEach, expect, vi } from 'vitest'

import { readsMachineClock, testDay } from './test-day.ts'

// Resets the state before each test file, because one process runs many test files. Each file evaluates the project's
// modules again, and finds no fake clock or global of the file before. Only packages stay loaded.
vi.resetModules()
vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()

// Every property draws the same cases in each run. `npm run test:long -- properties` draws others.
configureGlobal({ seed: Number(process.env['SEED'] ?? 1) })

// `Date` stands still on one day in every test, so that no test depends on the day on which it runs.
if (!readsMachineClock(expect.getState().testPath ?? '')) {
  vi.setSystemTime(testDay)
  beforeEach(() => void vi.setSystemTime(testDay))
}
