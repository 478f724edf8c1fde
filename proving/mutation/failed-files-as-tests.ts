import type { RunnerTask, RunnerTestCase } from 'vitest'
import type { Reporter, Vitest } from 'vitest/node'

/**
 * Adds a failed test to each test file that fails. Stryker reads only the results of tests, so it would count a change
 * as unnoticed if the change stops a file before its tests run (github.com/stryker-mutator/stryker-js, issue 6150).
 */
export function failedFilesAsTests(): Reporter {
  let vitest: Vitest
  return {
    onInit(context) {
      vitest = context
    },
    onTestRunEnd() {
      for (const file of vitest.state.getFiles())
        if (file.result?.state === 'fail') file.tasks.push(failedTest(file))
    },
  }
}

function failedTest(file: ReturnType<Vitest['state']['getFiles']>[number]): RunnerTask {
  const { result } = file
  return { type: 'test', name: 'the file runs its tests', mode: 'run', file, result } as RunnerTestCase
}
