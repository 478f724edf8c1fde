import { mkdirSync, writeFileSync } from 'node:fs'

import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'

import { inRoot } from './folders.ts'

export const failuresFile = inRoot('test-results', 'vitest-failures.txt')

/**
 * A Vitest reporter that writes all failures to a file: failed tests, files that do not load, and errors outside any
 * test, which the JSON report omits. `npm test` prints the file at its end, because a log is often cut to its last
 * lines.
 */
export default class FailuresReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const failures = [
      ...modules.flatMap(module => [
        ...[module, ...module.children.allSuites()].flatMap(suite =>
          suite.errors().map(error => told(module.moduleId, error)),
        ),
        ...[...module.children.allTests('failed')].flatMap(test =>
          (test.result().errors ?? []).map(error => told(`${module.moduleId} > ${test.fullName}`, error)),
        ),
      ]),
      ...unhandled.map(error => told('an error outside any test', error)),
    ]
    mkdirSync(inRoot('test-results'), { recursive: true })
    writeFileSync(failuresFile, failures.join(''))
  }
}

function told(place: string, { message, stack }: { message: string; stack?: string }): string {
  return `✗ ${place}\n  ${message}\n  ${(stack ?? '').split('\n').slice(0, 6).join('\n  ')}\n`
}
