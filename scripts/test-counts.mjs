import { existsSync, readFileSync } from 'node:fs'

/** How to count a runner's own JSON report. What is not a test but failed (a file, a hook) counts as a failure too. */
export const counters = {
  vitest: report => ({
    passed: report.numPassedTests,
    failed:
      report.numFailedTests +
      report.testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0)
        .length,
    skipped: report.numPendingTests + report.numTodoTests,
  }),
  playwright: ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }),
}

/**
 * Reads a report and counts it. A runner that left no report, ran no test, or ended with a failure that its report
 * does not show, counts as one failure.
 */
export function countReport(runner, path, exitCode) {
  const counts = read(runner, path)
  const nothingRan = counts.passed + counts.failed === 0
  const hidden = exitCode !== 0 && counts.failed === 0
  return nothingRan || hidden ? { ...counts, failed: counts.failed + 1 } : counts
}

/** The closing line of `npm test`. */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function read(runner, path) {
  if (!existsSync(path)) return { passed: 0, failed: 0, skipped: 0 }
  try {
    return counters[runner](JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}
