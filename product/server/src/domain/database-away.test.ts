import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { DatabaseAway, throughDatabaseAway } from './database-away.ts'
import { machineTimer } from './timer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const away = new DatabaseAway(new Error('connect ECONNREFUSED'))

function workFailing(times: number) {
  const began = performance.now()
  const triedAfter: number[] = []
  const work = async () => {
    triedAfter.push(performance.now() - began)
    if (triedAfter.length <= times) throw away
    return 'done'
  }
  return { work, triedAfter }
}

async function run(forMs: number, work: () => Promise<string>): Promise<unknown> {
  const ended = throughDatabaseAway(machineTimer, forMs, work).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return ended
}

test('work that succeeds runs once', async () => {
  const { work, triedAfter } = workFailing(0)
  expect(await run(0, work)).toBe('done')
  expect(triedAfter).toEqual([0])
})

test('work is repeated while the database is away, after pauses that double up to two seconds', async () => {
  const { work, triedAfter } = workFailing(8)
  expect(await run(60_000, work)).toBe('done')
  expect(triedAfter).toEqual([0, 100, 300, 700, 1_500, 3_100, 5_100, 7_100, 9_100])
})

test('the last try is within the given time, and its error is thrown', async () => {
  const { work, triedAfter } = workFailing(Infinity)
  expect(await run(1_500, work)).toBe(away)
  expect(triedAfter).toEqual([0, 100, 300, 700, 1_500])
})

test('every other error is thrown at once', async () => {
  const fault = new Error('a fault')
  let tried = 0
  const failed = run(60_000, async () => {
    tried += 1
    throw fault
  })
  expect(await failed).toBe(fault)
  expect(tried).toBe(1)
})
