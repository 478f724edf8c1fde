import { mkdirSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'

import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'

import { inRoot, root } from '../folders.ts'

/** The outcome of a runner. `flaky` names the tests that failed, were tried once more and passed. */
export type Counts = {
  passed: number
  failed: number
  skipped: number
  flaky: string[]
  /** The titles of the tests that passed. */
  titles: string[]
}

export const countsFile = inRoot('test-results', 'vitest.json')
export const failuresFile = inRoot('test-results', 'vitest-failures.txt')

/**
 * A Vitest reporter that writes the counts of a run, and all failures: failed tests, files that do not load, errors
 * outside any test, and the first failure of a test that passed when it was tried once more.
 */
export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()])
    const flaky = tests.filter(test => test.diagnostic()?.flaky)
    const broken = [
      ...modules.flatMap(module =>
        [module, ...module.children.allSuites()].flatMap(part =>
          part.errors().map(error => told(module.relativeModuleId, error)),
        ),
      ),
      ...unhandled.map(error => told('an error outside any test', error)),
    ]
    const failed = tests.filter(test => test.result().state === 'failed')
    const passed = tests.filter(test => test.result().state === 'passed')
    const counts: Counts = {
      passed: passed.length,
      failed: failed.length + broken.length,
      skipped: tests.filter(test => test.result().state === 'skipped').length,
      flaky: flaky.map(nameOf),
      titles: passed.map(test => test.fullName),
    }
    const failures = [...failed, ...flaky].flatMap(test =>
      (test.result().errors ?? []).map(error => told(nameOf(test), error)),
    )
    mkdirSync(inRoot('test-results'), { recursive: true })
    writeFileSync(countsFile, JSON.stringify(counts))
    writeFileSync(failuresFile, [...broken, ...failures].join(''))
  }
}

function nameOf({ module, fullName }: { module: TestModule; fullName: string }): string {
  return `${relative(root, module.moduleId)} > ${fullName}`
}

function told(place: string, { message, stack }: { message: string; stack?: string }): string {
  return `✗ ${place}\n  ${message}\n  ${(stack ?? '').split('\n').slice(0, 6).join('\n  ')}\n`
}
