import { existsSync, readFileSync, rmSync } from 'node:fs'

import { countsFile, failuresFile, type Counts } from './counting-reporter.ts'
import { inRoot } from '../folders.ts'
import { runNode } from '../run.ts'

type Suite = { suites?: Suite[]; specs?: { title: string; file: string; tests: { status: string }[] }[] }

type PlaywrightReport = Suite & {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** The command of each runner, its report, and what that counts. A failed file or hook counts as a failed test. */
const runners = {
  vitest: {
    command: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      `--reporter=${inRoot('scripts', 'suite', 'counting-reporter.ts')}`,
    ],
    report: countsFile,
    read: (report: Counts): Counts => report,
  },
  playwright: {
    command: [
      'proving/node_modules/@playwright/test/cli.js',
      'test',
      '--config=proving/journeys/playwright.config.ts',
    ],
    report: inRoot('test-results', 'playwright.json'),
    read: (report: PlaywrightReport): Counts => ({
      passed: report.stats.expected + report.stats.flaky,
      failed: report.stats.unexpected + report.errors.length,
      skipped: report.stats.skipped,
      flaky: titlesOf(report, 'flaky'),
      titles: [...titlesOf(report, 'expected'), ...titlesOf(report, 'flaky')],
    }),
  },
}

export type Runner = keyof typeof runners

/** Runs the tests whose file names match the filters, or all. */
export async function runTests(runner: Runner, filters: string[], env = process.env): Promise<Counts> {
  const { command, report } = runners[runner]
  for (const file of [report, ...(runner === 'vitest' ? [failuresFile] : [])]) rmSync(file, { force: true })
  const { code } = await runNode([...command, ...filters], { env })
  return countReport(runner, code, report)
}

/** Adds one failure for a runner without a report, without a test, or with a failure outside its report. */
function countReport(runner: Runner, exitCode: number, path: string): Counts {
  const counts = read(runner, path)
  const nothingRan = counts.passed + counts.failed === 0
  const hidden = exitCode !== 0 && counts.failed === 0
  return nothingRan || hidden ? { ...counts, failed: counts.failed + 1 } : counts
}

export function none(): Counts {
  return { passed: 0, failed: 0, skipped: 0, flaky: [], titles: [] }
}

export function addTo(total: Counts, counts: Counts): void {
  for (const part of ['passed', 'failed', 'skipped'] as const) total[part] += counts[part]
  for (const part of ['flaky', 'titles'] as const) total[part].push(...counts[part])
}

/** Counts a command without a report as one test. */
export function oneTest(passes: boolean): Counts {
  return { ...none(), passed: passes ? 1 : 0, failed: passes ? 0 : 1 }
}

export function closingLine({
  passed,
  failed,
  skipped,
}: Pick<Counts, 'passed' | 'failed' | 'skipped'>): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function read(runner: Runner, path: string): Counts {
  try {
    const report = existsSync(path) && (JSON.parse(readFileSync(path, 'utf8')) as Counts & PlaywrightReport)
    if (report) return runners[runner].read(report)
  } catch {
    // A report that cannot be read counts as none.
  }
  return none()
}

function titlesOf({ suites = [], specs = [] }: Suite, wanted: 'expected' | 'flaky'): string[] {
  return [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === wanted))
      .map(({ file, title }) => `${file} > ${title}`),
    ...suites.flatMap(suite => titlesOf(suite, wanted)),
  ]
}

/** The statements of the product's specification: `NAV: 12` stands for NAV-1 to NAV-12. A test's title names those it shows. */
const statements = {
  NAV: 12,
  HDR: 6,
  FTR: 1,
  FAQ: 6,
  LOG: 11,
  OTP: 7,
  PWD: 1,
  PRF: 1,
  DSH: 5,
  LST: 8,
  KYC: 16,
  SES: 8,
  API: 15,
}

export const rulesOfSpecification = Object.entries(statements).flatMap(([letters, count]) =>
  Array.from({ length: count }, (_, index) => `${letters}-${index + 1}`),
)

/** Returns the specification's statements that are in no title of these tests. */
export function rulesNotIn(titles: readonly string[]): string[] {
  const named = new Set(titles.flatMap(title => title.match(/[A-Z]{3}-\d+/g) ?? []))
  return rulesOfSpecification.filter(id => !named.has(id))
}
