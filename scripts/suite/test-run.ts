import { readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'

import { ensureBrowser } from '../../proving/journeys/browser.ts'
import { Complaint } from '../complaint.ts'
import { ensureTestPackages } from '../debian-packages.ts'
import { inRoot, root } from '../folders.ts'
import type { Progress } from '../progress.ts'
import { runNode } from '../run.ts'

/** The outcome of a step. `flaky` names the tests that failed, were tried once more and passed. */
export type Counts = {
  passed: number
  failed: number
  skipped: number
  flaky: string[]
  failures: string[]
}

type VitestReport = Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests', number> & {
  testResults: {
    name: string
    /** The error of a file that does not load, or of a hook. */
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

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
      '--reporter=json',
      '--outputFile.json=test-results/vitest.json',
    ],
    report: inRoot('test-results', 'vitest.json'),
    read: ({ testResults, ...report }: VitestReport): Counts => {
      const files = testResults.map(file => ({ ...file, place: relative(root, file.name) }))
      const tests = files.flatMap(({ place, assertionResults }) =>
        assertionResults.map(test => ({ ...test, place: `${place} > ${test.fullName}` })),
      )
      const broken = files.filter(({ message }) => message !== '')
      const flaky = tests.filter(test => test.status === 'passed' && test.failureMessages.length > 0)
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests + broken.length,
        skipped: report.numPendingTests,
        flaky: flaky.map(({ place }) => place),
        failures: [
          ...broken.map(({ place, message }) => `✗ ${place}\n${message}`),
          ...tests.flatMap(test =>
            test.failureMessages.map(message => `✗ ${test.place}\n${withoutPackages(message)}`),
          ),
        ],
      }
    },
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
      flaky: flakyIn(report),
      // Playwright's own list ends with its failures.
      failures: [],
    }),
  },
}

export type Runner = keyof typeof runners

/** Installs what tests need beside packages. The user sees what is missing before the tests run for minutes. */
export async function prepareTests(needed: Runner[], progress: Progress): Promise<void> {
  await ensureTestPackages(needed, progress)
  if (!needed.includes('playwright')) return
  try {
    process.env['CHROMIUM_PATH'] = await ensureBrowser(progress)
  } catch (error) {
    tell(error)
  }
}

/** Runs the tests whose file names match the filters, or all. */
export async function runTests(runner: Runner, filters: string[], env = process.env): Promise<Counts> {
  const { command, report } = runners[runner]
  rmSync(report, { force: true })
  if (runner === 'playwright' && !process.env['CHROMIUM_PATH'])
    throw new Complaint('No browser, no journeys.')
  const { code } = await runNode([...command, ...filters], { env })
  const counts = readReport(runner)
  // Adds one failure for a runner without a report, without a test, or with a failure outside its report.
  const nothingRan = counts.passed + counts.failed === 0
  const isHidden = code !== 0 && counts.failed === 0
  return nothingRan || isHidden ? { ...counts, failed: counts.failed + 1 } : counts
}

/**
 * Runs every step, by its title, even after a failure, so that one run shows all problems. Then prints what failed, the
 * line `beside` and the total as the last line, and ends the process.
 */
export async function runSteps(steps: Record<string, () => Promise<Counts>>, beside = ''): Promise<never> {
  const all: Counts[] = []
  const told: string[] = []
  for (const [title, work] of Object.entries(steps)) {
    const began = performance.now()
    console.log(`\n── ${title} ──`)
    const counts = await work().catch((error: unknown) => {
      tell(error)
      return oneTest(false)
    })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    told.push(`── ${title}: ${closingLine(counts)} (${seconds} s) ──`)
    console.log(told.at(-1))
    all.push(counts)
  }
  const sum = (part: 'passed' | 'failed' | 'skipped') => all.reduce((total, one) => total + one[part], 0)
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
  const flaky = all.flatMap(one => one.flaky.map(name => `flaky: ${name}`))
  console.log(
    ['', ...told, ...all.flatMap(one => one.failures), ...flaky, '', beside, closingLine(total)].join('\n'),
  )
  process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
}

/** Counts a command without a report as one test. */
export function oneTest(passes: boolean): Counts {
  return { ...none(), passed: passes ? 1 : 0, failed: passes ? 0 : 1 }
}

function none(): Counts {
  return { passed: 0, failed: 0, skipped: 0, flaky: [], failures: [] }
}

function closingLine({ passed, failed, skipped }: Pick<Counts, 'passed' | 'failed' | 'skipped'>): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function tell(error: unknown): void {
  console.error(error instanceof Complaint ? error.message : error)
}

/** A report that is missing, or cannot be read, counts as none. */
function readReport(runner: Runner): Counts {
  const { report, read } = runners[runner]
  try {
    return read(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return none()
  }
}

/** Drops the lines of a stack that are in packages. */
function withoutPackages(stack: string): string {
  return stack.replace(/\n\s+at (.*node_modules.*|new Promise .*)/g, '')
}

function flakyIn({ suites = [], specs = [] }: Suite): string[] {
  return [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, title }) => `${file} > ${title}`),
    ...suites.flatMap(flakyIn),
  ]
}
