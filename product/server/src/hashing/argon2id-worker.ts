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
 * Sets the lowest priority, so that hashes use idle time only. Only Linux has a priority per thread; elsewhere this
 * would slow the whole server.
 */
function giveWay(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // A container may forbid a lower priority; hashes then compete with other work.
  }
}

/** Drops the library's error, which may contain the password. */
function outcomeOf(task: Task): Outcome {
  try {
    return {
      result: 'hash' in task ? verifySync(task.hash, task.password) : hashSync(task.password, task.options),
    }
  } catch {
    return { failed: true }
  }
}
