import { afterAll, expect, test } from 'vitest'

import { minuteMs } from '../../domain/clocks.ts'
import { newId } from '../../domain/ids.ts'
import { insertRows } from '../../../testing/database/run-sql.ts'
import { databaseOfFile } from '../../../testing/database/test-database.ts'
import { claimWithFallback, statement } from './sql.ts'
import { createConnectionPool } from './connection-pool.ts'
import { bigint, neverNull } from './column-types.ts'
import { withConnection } from './direct-connection.ts'
import { createOutboxStore } from '../messages/outbox.ts'

const at = new Date('2027-03-10T06:30:00Z')
const heldUntil = new Date(at.getTime() + minuteMs)

const databaseUrl = await databaseOfFile()
const pool = createConnectionPool(databaseUrl, { connections: 2 })
afterAll(() => pool.close())

test('a message that another server has locked is skipped', async () => {
  const [first, second, third] = await putMessages(3)
  await withConnection(databaseUrl, async locking => {
    await locking.query('begin')
    await locking.query('select from outbox where agent_id = $1 and id = $1 for update', [second])

    const due = { kind: 'sms', at, heldUntil, limit: 10 } as const
    expect(await createOutboxStore(pool).takeDue(due)).toMatchObject([{ id: first }, { id: third }])
  })
})

test('an engine that refuses to skip locked rows is asked without', async () => {
  const claim = claimWithFallback(countFree, countAny)

  expect(await claim(pool)).toEqual([{ count: 0 }])
  expect(await claim(pool)).toEqual([{ count: 0 }])
})

/** PostgreSQL refuses this statement with the same SQLSTATE as Citus refuses a lock across shards. */
const countFree = statement('test.countFree', { count: neverNull(bigint) })`
  select count(*) from withdrawals for update skip locked`
const countAny = statement('test.countAny', { count: neverNull(bigint) })`
  select count(*) from withdrawals`

/** Stores messages that are due, the first since the longest time. Each has the id of its own agent. */
async function putMessages(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId(at))
  await insertRows(
    pool,
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
