import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

import { hashSync, verifySync } from '@node-rs/argon2'

import type { Outcome, Task } from './argon2id-in-workers.ts'

giveWay()
parentPort?.on('message', (task: Task) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(outcomeOf(task))
})

/**
 * The lowest: it runs on what nobody else wants. Linux alone gives a thread a priority of its own; elsewhere this would
 * slow down the whole server.
 */
function giveWay(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // Where a sandbox forbids it, hashes compete with the rest.
  }
}

/** What the library throws stays here: it has seen a password. */
function outcomeOf(task: Task): Outcome {
  try {
    return {
      result: 'hash' in task ? verifySync(task.hash, task.password) : hashSync(task.password, task.options),
    }
  } catch {
    return { failed: true }
  }
}
