import { existsSync, readFileSync } from 'node:fs'

import { countsFile, type Counts } from './counting-reporter.ts'
import { inRoot } from './folders.ts'

type Suite = { suites?: Suite[]; specs?: { title: string; file: string; tests: { status: string }[] }[] }

type PlaywrightReport = Suite & {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** The report of each runner, and what it counts. A failed file or hook counts as a failed test. */
const reports = {
  vitest: { file: countsFile, read: (report: Counts): Counts => report },
  playwright: {
    file: inRoot('test-results', 'playwright.json'),
    read: (report: PlaywrightReport): Counts => ({
      passed: report.stats.expected + report.stats.flaky,
      failed: report.stats.unexpected + report.errors.length,
      skipped: report.stats.skipped,
      flaky: flakyOf(report),
    }),
  },
}

export type Runner = keyof typeof reports

export function reportOf(runner: Runner): string {
  return reports[runner].file
}

/** Adds one failure for a runner without a report, without a test, or with a failure outside its report. */
export function countReport(runner: Runner, exitCode: number, path = reportOf(runner)): Counts {
  const counts = read(runner, path)
  const nothingRan = counts.passed + counts.failed === 0
  const hidden = exitCode !== 0 && counts.failed === 0
  return nothingRan || hidden ? { ...counts, failed: counts.failed + 1 } : counts
}

export function closingLine({ passed, failed, skipped }: Omit<Counts, 'flaky'>): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function read(runner: Runner, path: string): Counts {
  try {
    const report = existsSync(path) && (JSON.parse(readFileSync(path, 'utf8')) as Counts & PlaywrightReport)
    if (report) return reports[runner].read(report)
  } catch {
    // A report that cannot be read counts as none.
  }
  return { passed: 0, failed: 0, skipped: 0, flaky: [] }
}

function flakyOf({ suites = [], specs = [] }: Suite): string[] {
  return [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, title }) => `${file} > ${title}`),
    ...suites.flatMap(flakyOf),
  ]
}
