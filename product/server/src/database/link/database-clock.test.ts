import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { runSql } from '../../../testing/database/run-sql.ts'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import { createConnectionPool, type ConnectionPool } from './connection-pool.ts'
import { createDatabaseClock } from './database-clock.ts'

let database: { url: string; drop(): Promise<void> }
let pool: ConnectionPool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createConnectionPool(database.url, { connections: 1 })
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await pool.close()
  await database.drop()
})

const ticking = () => {
  let uptimeMs = 0
  return () => (uptimeMs += 400)
}

function fakeDatabase(clock: { now: Date }) {
  const run = async () => [[clock.now]]
  const db = { onOne: async <T>(work: (runner: ConnectionPool) => Promise<T>) => work({ ...pool, run }) }
  return db
}

const databaseTime = async () => {
  const [row] = await runSql<{ at: Date }>(pool, 'select clock_timestamp() as at')
  return row?.at.getTime() ?? Number.NaN
}

test('its time is that of the answer and half of its way', async () => {
  vi.useFakeTimers({ now: new Date('2020-02-29T00:00:00Z'), toFake: ['Date'] })
  const clock = createDatabaseClock(pool, ticking())
  const before = await databaseTime()
  await clock.measure()
  const after = await databaseTime()
  // A question at 400 ms and its answer at 800 ms give the time at 600 ms. now() reads the clock at 1,200 ms.
  const atAnswer = clock.now().getTime() - 400 - 200
  expect(atAnswer).toBeGreaterThanOrEqual(before)
  expect(atAnswer).toBeLessThanOrEqual(after)
})

test("a step of the machine's own clock does not move it", async () => {
  let uptimeMs = 0
  const clock = createDatabaseClock(pool, () => uptimeMs)
  await clock.measure()
  const measured = clock.now().getTime()
  vi.useFakeTimers({ now: new Date('2030-01-01T00:00:00Z'), toFake: ['Date'] })
  uptimeMs += 1_000
  expect(clock.now().getTime() - measured).toBe(1_000)
})

test('another measurement follows a database whose clock was set, and a failed one changes nothing', async () => {
  const theirs = { now: new Date('2027-03-10T06:30:00Z') }
  const db = fakeDatabase(theirs)
  const clock = createDatabaseClock(db, () => 0)
  for (const time of ['2027-03-10T06:30:00Z', '2027-03-10T05:30:00Z', '2027-03-10T07:30:00Z']) {
    theirs.now = new Date(time)
    await clock.measure()
    expect(clock.now()).toEqual(theirs.now)
  }
  db.onOne = () => Promise.reject(new Error('the database is away'))
  await expect(clock.measure()).rejects.toThrow('away')
  expect(clock.now()).toEqual(theirs.now)
})
