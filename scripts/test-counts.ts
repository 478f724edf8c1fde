import { existsSync, readFileSync } from 'node:fs'

export type Counts = { passed: number; failed: number; skipped: number }
export type Runner = keyof typeof counters

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** Counts the tests in a runner's JSON report. A failed file or hook counts as a failed test. */
export const counters = {
  vitest: (report: VitestReport): Counts => ({
    passed: report.numPassedTests,
    failed:
      report.numFailedTests +
      report.testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0)
        .length,
    skipped: report.numPendingTests + report.numTodoTests,
  }),
  playwright: ({ stats, errors }: PlaywrightReport): Counts => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }),
}

/** Adds one failure for a runner without a report, without a test, or with a failure outside its report. */
export function countReport(runner: Runner, path: string, exitCode: number): Counts {
  const counts = read(runner, path)
  const nothingRan = counts.passed + counts.failed === 0
  const hidden = exitCode !== 0 && counts.failed === 0
  return nothingRan || hidden ? { ...counts, failed: counts.failed + 1 } : counts
}

export function closingLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function read(runner: Runner, path: string): Counts {
  if (!existsSync(path)) return { passed: 0, failed: 0, skipped: 0 }
  try {
    return counters[runner](JSON.parse(readFileSync(path, 'utf8')) as VitestReport & PlaywrightReport)
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}
