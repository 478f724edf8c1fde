import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

import { hashSync, verifySync } from '@node-rs/argon2'

import type { HashOutcome, HashTask } from './argon2id-in-workers.ts'

giveWay()
parentPort?.on('message', (task: HashTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(outcomeOf(task))
})

/** Hashes must delay other work little. Only on Linux does `setPriority` change a single thread. */
function giveWay(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // A container may forbid a lower priority. Hashes then compete with other threads.
  }
}

/** The library's error is dropped, because it may contain the password. */
function outcomeOf(task: HashTask): HashOutcome {
  try {
    return {
      result: 'hash' in task ? verifySync(task.hash, task.password) : hashSync(task.password, task.options),
    }
  } catch {
    return { failed: true }
  }
}
