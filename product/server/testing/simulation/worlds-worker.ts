import { parentPort, workerData } from 'node:worker_threads'

import { runWorld } from './world.ts'

/** A thread plays every `step`-th seed, until it has played so many submits or worlds. */
export type Share = { firstSeed: number; step: number; submits: number; worlds: number }
export type Done = {
  worlds: number
  submits: number
  asked: number
  succeeded: number
  failed: { seed: number; problems: string[] } | undefined
}

// Stack traces are off, because the stack trace of a refusal takes longer than the refusal. A run of a single world,
// outside this worker, has stack traces.
Error.stackTraceLimit = 0

const { firstSeed, step, submits, worlds } = workerData as Share
const done: Done = { worlds: 0, submits: 0, asked: 0, succeeded: 0, failed: undefined }
for (let seed = firstSeed; done.submits < submits && done.worlds < worlds && !done.failed; seed += step) {
  const { problems, ...ended } = await runWorld(seed)
  done.worlds += 1
  done.submits += ended.submits
  done.asked += ended.asked
  done.succeeded += ended.succeeded
  if (problems.length > 0) done.failed = { seed, problems: [...new Set(problems)] }
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(done)
