import { Worker } from 'node:worker_threads'

import type { Argon2id } from '../domain/sign-in/passwords.ts'

export type HashTask =
  | { password: string; options: Parameters<Argon2id['hash']>[1] }
  | { password: string; hash: string }

export type HashOutcome = { result: string | boolean } | { failed: true }

/** The pool grows to the highest concurrency so far. If a thread dies, only its own hash fails. */
export function createArgon2idWorkers(program: URL): Argon2id & { close(): Promise<void> } {
  const workers = new Set<Worker>()
  const idle = new Set<Worker>()

  return {
    hash: async (password, options) => String(await run({ password, options })),
    verify: async (hash, password) => (await run({ password, hash })) === true,
    async close() {
      await Promise.all([...workers].map(worker => worker.terminate()))
    },
  }

  function run(task: HashTask): Promise<string | boolean> {
    const [worker = start()] = idle
    idle.delete(worker)
    return new Promise((resolve, reject) => {
      worker.once('message', answered).once('error', ended).once('exit', ended)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(task)

      function answered(outcome: HashOutcome) {
        worker.off('error', ended).off('exit', ended)
        idle.add(worker)
        if ('result' in outcome) resolve(outcome.result)
        else reject(new Error('a password could not be hashed'))
      }
      function ended(cause: unknown) {
        reject(new Error('the thread of a password hash has ended', { cause }))
      }
    })
  }

  function start(): Worker {
    // The worker gets an empty environment, because the real one contains keys.
    const worker = new Worker(program, { env: {} })
    workers.add(worker)
    worker.once('exit', () => {
      workers.delete(worker)
      idle.delete(worker)
    })
    worker.on('error', () => {}) // The 'exit' event follows and removes the worker.
    return worker
  }
}
