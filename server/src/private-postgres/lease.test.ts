import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { createTestDatabase } from '../testing/test-database.ts'
import { refuseLeases, takeLease } from './lease.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Counts the sockets that keep this process running. */
const openSockets = () => process.getActiveResourcesInfo().filter(name => name === 'TCPSocketWrap').length

test('a lease does not keep its process running, and the end of the lease does until PostgreSQL has it back', async () => {
  const before = openSockets()
  const lease = await takeLease(database.url)
  if (lease === undefined || lease === 'wrong password') throw new Error('no lease')
  expect(openSockets()).toBe(before)
  const ending = lease.end()
  expect(openSockets()).toBe(before + 1)
  await ending
  expect(openSockets()).toBe(before)
})

test('a clock that is set back does not lengthen the patience with a lease', async () => {
  const lease = await takeLease(database.url)
  if (lease === undefined || lease === 'wrong password') throw new Error('no lease')
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const refused = refuseLeases(database.url, 200)
    vi.setSystemTime(Date.now() - 3_600_000)
    expect(await refused).toBe(false)
  } finally {
    vi.useRealTimers()
    await lease.end()
  }
})
