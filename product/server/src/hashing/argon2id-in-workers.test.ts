import { readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'

import { verify } from '@node-rs/argon2'
import { afterEach, describe, expect, test } from 'vitest'

import { createArgon2idWorkers } from './argon2id-in-workers.ts'

const cost = { memoryCost: 1024, timeCost: 2, parallelism: 1 }
const program = new URL('argon2id-worker.ts', import.meta.url)
/** A worker that returns its thread's number, dies on the password 'die', and never answers 'hang'. */
const mortal = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads'
    parentPort.on('message', ({ password }) => {
      if (password === 'die') process.exit(7)
      if (password !== 'hang') parentPort.postMessage({ result: String(threadId) })
    })`)}`,
)

let argon2id: ReturnType<typeof createArgon2idWorkers>
afterEach(() => argon2id.close())

describe('password hashes in worker threads', () => {
  test('equal those of the library', async () => {
    argon2id = createArgon2idWorkers(program)
    const hash = await argon2id.hash('Agent@2026', cost)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=1024,t=2,p=1\$/)
    expect(await verify(hash, 'Agent@2026')).toBe(true)
    expect(await argon2id.verify(hash, 'Agent@2026')).toBe(true)
    expect(await argon2id.verify(hash, 'Agent@2027')).toBe(false)
  })

  test('an error names neither the password nor the hash', async () => {
    argon2id = createArgon2idWorkers(program)
    const error = await argon2id
      .verify('$argon2id$unreadable', 'Agent@2026')
      .catch((thrown: unknown) => thrown)
    expect(String(error)).toBe('Error: a password could not be hashed')
  })

  test.runIf(process.platform === 'linux')('run at a lower priority than all other work', async () => {
    const ours = getPriority()
    const before = threadsAt(constants.priority.PRIORITY_LOW)
    argon2id = createArgon2idWorkers(program)
    await Promise.all([argon2id.hash('Agent@2026', cost), argon2id.hash('Agent@2027', cost)])
    expect(threadsAt(constants.priority.PRIORITY_LOW)).toBe(before + 2)
    expect(getPriority()).toBe(ours)
    expect(ours).toBeLessThan(constants.priority.PRIORITY_LOW)
  })

  test('a dying thread fails its own hash alone, and the next hash has a new thread', async () => {
    argon2id = createArgon2idWorkers(mortal)
    const first = await argon2id.hash('live', cost)
    expect(await argon2id.hash('live', cost)).toBe(first)
    const [dead, other] = await Promise.allSettled([argon2id.hash('die', cost), argon2id.hash('live', cost)])
    expect(dead).toMatchObject({
      status: 'rejected',
      reason: { message: expect.not.stringContaining('die') },
    })
    expect(other).toMatchObject({ status: 'fulfilled' })
    expect(await argon2id.hash('live', cost)).not.toBe(first)
  })

  test('a stop ends the threads and fails their hashes', async () => {
    argon2id = createArgon2idWorkers(mortal)
    const [failed] = await Promise.allSettled([argon2id.hash('hang', cost), argon2id.close()])
    expect(failed).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('ended') },
    })
  })
})

function threadsAt(priority: number): number {
  return readdirSync('/proc/self/task').filter(id => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]) === priority
  }).length
}
