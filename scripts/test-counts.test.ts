import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { closingLine, countReport, type Runner } from './test-counts.ts'

const folder = mkdtempSync(join(tmpdir(), 'ekyc-counts-'))
afterAll(() => rmSync(folder, { recursive: true }))

const good = { passed: 5, failed: 0, skipped: 2, flaky: [] }
const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }
const walk = { title: 'a walk', file: 'walk.spec.ts', tests: [{ status: 'flaky' }] }

function counted(runner: Runner, exitCode: number, report?: object) {
  const path = join(folder, 'report.json')
  rmSync(path, { force: true })
  if (report) writeFileSync(path, JSON.stringify(report))
  return countReport(runner, exitCode, path)
}

test('a run without a report, without a test, or that ended badly for no test counts a failure', () => {
  expect(counted('vitest', 0, good)).toEqual(good)
  expect(counted('vitest', 1, good).failed).toBe(1)
  expect(counted('vitest', 0, { ...good, passed: 0 }).failed).toBe(1)
  expect(counted('vitest', 1).failed).toBe(1)
  expect(counted('playwright', 0, { suites: 'of another shape' }).failed).toBe(1)
  expect(counted('playwright', 1, { stats, errors: [{}] }).failed).toBe(1)
})

test('a test that passed at its second try counts as passed, and is named', () => {
  const report = { stats: { ...stats, flaky: 1 }, errors: [], suites: [{ suites: [{ specs: [walk] }] }] }
  expect(counted('playwright', 0, report)).toEqual({
    passed: 4,
    failed: 0,
    skipped: 0,
    flaky: ['walk.spec.ts > a walk'],
  })
})

test('the closing line names skipped tests only when there are any', () => {
  expect(closingLine({ passed: 7, failed: 0, skipped: 0 })).toBe('7 passed, 0 failed')
  expect(closingLine({ passed: 7, failed: 1, skipped: 2 })).toBe('7 passed, 1 failed, 2 skipped')
})
