import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { closingLine, countReport, type Runner } from './test-counts.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'ekyc-counts-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const file = (status: string, tests: number) => ({
  status,
  assertionResults: Array.from({ length: tests }, () => ({})),
})
const vitest = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [file('passed', 7)],
}
const playwright = { stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] }

const runs: [Runner, string, object, number, number[]][] = [
  ['vitest', 'a good run', vitest, 0, [5, 0, 2]],
  ['vitest', 'a failed test', { ...vitest, numFailedTests: 1 }, 1, [5, 1, 2]],
  ['vitest', 'a file that does not load', { ...vitest, testResults: [file('failed', 0)] }, 1, [5, 1, 2]],
  ['vitest', 'an error outside any test', vitest, 1, [5, 1, 2]],
  ['vitest', 'no test at all', { ...vitest, numPassedTests: 0 }, 0, [0, 1, 2]],
  ['playwright', 'a good run', playwright, 0, [3, 0, 0]],
  [
    'playwright',
    'a test that failed once',
    { ...playwright, stats: { ...playwright.stats, flaky: 1 } },
    0,
    [3, 1, 0],
  ],
  ['playwright', 'a broken fixture', { ...playwright, errors: [{}] }, 1, [3, 1, 0]],
  ['playwright', 'a report of another shape', {}, 0, [0, 1, 0]],
]

test.each(runs)('%s: %s', (runner, _, report, exitCode, [passed, failed, skipped]) => {
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify(report))
  expect(countReport(runner, path, exitCode)).toEqual({ passed, failed, skipped })
})

test('a runner that crashed without a report counts as one failure', () => {
  expect(countReport('vitest', join(folder, 'none.json'), 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('the closing line names skipped tests only when there are any', () => {
  expect(closingLine({ passed: 7, failed: 0, skipped: 0 })).toBe('7 passed, 0 failed')
  expect(closingLine({ passed: 7, failed: 1, skipped: 2 })).toBe('7 passed, 1 failed, 2 skipped')
})
