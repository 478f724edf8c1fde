import { createSecretKey } from 'node:crypto'

import { hash, verify } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'

import { createPasswordHasher, type Argon2id } from './passwords.ts'
import { Overloaded } from '../call-errors.ts'
import { defaultPolicy } from '../policy.ts'

const peppers = [createSecretKey(Buffer.from('a pepper that only this test has, 40 ch.'))] as const

const id = '01958000-0000-7000-8000-000000000001'
const having = (passwordHash: string | null) => ({ id, passwordHash })

const usual = { argon2id: { hash, verify }, peppers, atOnce: 2, waiting: 10, policy: defaultPolicy }
const hasher = (differs: Partial<Parameters<typeof createPasswordHasher>[0]> = {}) =>
  createPasswordHasher({ ...usual, ...differs })

function heldArgon2id() {
  const waiting: (() => void)[] = []
  const counts = { running: 0, most: 0, done: 0 }
  async function work<T>(result: T): Promise<T> {
    counts.running += 1
    counts.most = Math.max(counts.most, counts.running)
    await new Promise<void>(resolve => waiting.push(resolve))
    counts.running -= 1
    counts.done += 1
    return result
  }
  const argon2id: Argon2id = { hash: () => work('$argon2id$'), verify: () => work(true) }
  return { argon2id, counts, letOneGo: () => waiting.shift()?.() }
}

describe('[rule 11] passwords at rest', () => {
  test('argon2id with 7 MiB, 5 passes and 1 lane, salted, and worth nothing without the pepper', async () => {
    const ours = hasher()
    const [first, second] = [await ours.hash('Agent@2026', id), await ours.hash('Agent@2026', id)]
    expect(first).toMatch(/^[0-9a-f]{8}\.2\$argon2id\$v=19\$m=7168,t=5,p=1\$/)
    expect(first).not.toBe(second)
    expect(await ours.verify(having(first), 'Agent@2026')).toBe(true)
    expect(await ours.verify(having(first), 'Agent@2027')).toBe(false)
    expect(await verify(first.slice(first.indexOf('$')), 'Agent@2026')).toBe(false)
  })

  test('a hash is current while its pepper is the first and its cost is that of the policy', async () => {
    const [pepper] = peppers
    const stored = await hasher().hash('Agent@2026', id)
    expect(hasher().isCurrent(stored)).toBe(true)
    const newer = createSecretKey(Buffer.alloc(40, 1))
    expect(hasher({ peppers: [newer, pepper] }).isCurrent(stored)).toBe(false)
    const policy = { ...defaultPolicy, argon2Passes: defaultPolicy.argon2Passes + 1 }
    expect(hasher({ policy }).isCurrent(stored)).toBe(false)
  })

  test('so many run at once, so many wait, and all beyond are turned away at once', async () => {
    const { argon2id, counts, letOneGo } = heldArgon2id()
    const ours = hasher({ argon2id, waiting: 3 })
    const calls = Array.from({ length: 20 }, () =>
      ours.hash('Agent@2026', id).catch((error: unknown) => error),
    )
    const outcomes = await Promise.all(
      calls.map(call => Promise.race([call, new Promise(resolve => setImmediate(resolve, 'waits'))])),
    )
    const refused = outcomes.filter(outcome => outcome instanceof Overloaded)
    expect(refused).toHaveLength(15)
    expect(refused[0]).toMatchObject({ code: 'busy', retryAfterSeconds: 1 })
    expect(outcomes.filter(outcome => outcome === 'waits')).toHaveLength(5)

    while (counts.done < 5) {
      letOneGo()
      await new Promise(resolve => setImmediate(resolve))
    }
    expect(counts.most).toBe(2)
    expect((await Promise.all(calls)).filter(outcome => typeof outcome === 'string')).toHaveLength(5)
  })

  test('who finds no place is turned away before anything is done', async () => {
    const ours = hasher({ atOnce: 1, waiting: 1 })
    let began = 0
    const atWork = () =>
      new Promise<void>(resolve => {
        began += 1
        setImmediate(resolve)
      })
    const asked = Promise.allSettled(Array.from({ length: 5 }, () => ours.admit(atWork)))
    expect(ours.isFull()).toBe(true)
    const calls = await asked
    expect(began).toBe(2)
    expect(calls.filter(({ status }) => status === 'rejected')).toHaveLength(3)
    expect(ours.isFull()).toBe(false)
    await expect(ours.admit(async () => 'free again')).resolves.toBe('free again')
  })
})
