import { afterAll, beforeAll, expect, test } from 'vitest'

import { minuteMs } from '../domain/durations.ts'
import { newId } from '../domain/new-id.ts'
import { lockIsWaitedFor } from '../testing/lock-wait.ts'
import { insertRows } from '../testing/run-sql.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { createConnectionPool, type ConnectionPool } from './connection-pool.ts'
import { onConnection } from './on-connection.ts'
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
  const ids = await putMessages(100)

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

test('messages that are claimed are given out, although one behind them stays locked', async () => {
  const [first, second, third] = await putMessages(3)
  const [server] = servers
  if (!server) throw new Error('no server')
  await onConnection(database.url, claiming =>
    onConnection(database.url, async locking => {
      await claiming.query('begin')
      await claiming.query('update outbox set next_attempt_on = $1 where agent_id = $2 and id = $2', [
        heldUntil,
        second,
      ])
      await locking.query('begin')
      await locking.query('select from outbox where agent_id = $1 and id = $1 for update', [third])
      const taking = outboxIn(server).takeDue('sms', at, heldUntil, 2)
      await lockIsWaitedFor(server)
      await claiming.query('commit')

      expect(await taking).toMatchObject([{ id: first }])
    }),
  )
})

/** Stores messages that are due, the first since the longest time. Each has the id of its own agent. */
async function putMessages(count: number): Promise<string[]> {
  const [first] = servers
  if (!first) throw new Error('no server')
  const ids = Array.from({ length: count }, () => newId(at))
  await insertRows(
    first,
    'outbox',
    ids.map((id, place) => ({
      agentId: id,
      id,
      kind: 'sms',
      body: Buffer.from('x'),
      createdOn: at,
      expiresOn: heldUntil,
      nextAttemptOn: new Date(at.getTime() - count + place),
    })),
  )
  return ids
}
