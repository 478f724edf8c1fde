import { afterAll, beforeAll, expect, test } from 'vitest'

import { minuteMs } from '../domain/durations.ts'
import { newId } from '../domain/new-id.ts'
import { insertRows } from '../testing/run-sql.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { createConnectionPool, type ConnectionPool } from './connection-pool.ts'
import { outboxIn } from './outbox.ts'

const at = new Date('2027-03-10T06:30:00Z')
const heldUntil = new Date(at.getTime() + minuteMs)

let database: Awaited<ReturnType<typeof createTestDatabase>>
let servers: ConnectionPool[]
beforeAll(async () => {
  database = await createTestDatabase()
  servers = [1, 2, 3].map(() => createConnectionPool(database.url, { connections: 2 }))
})
afterAll(async () => {
  await Promise.all(servers.map(server => server.close()))
  await database.drop()
})

test('three servers that claim the same messages at once share them, and leave none', async () => {
  const ids = Array.from({ length: 100 }, () => newId(at))
  const [first] = servers
  if (!first) throw new Error('no server')
  await insertRows(
    first,
    'outbox',
    ids.map(id => ({
      agentId: newId(at),
      id,
      kind: 'sms',
      body: Buffer.from('x'),
      createdOn: at,
      expiresOn: heldUntil,
      nextAttemptOn: at,
    })),
  )

  const claimed = await Promise.all(
    servers.map(server => outboxIn(server).takeDue('sms', at, heldUntil, 100)),
  )

  expect(
    claimed
      .flat()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(ids.toSorted())
})
