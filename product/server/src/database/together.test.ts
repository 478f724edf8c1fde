import { afterAll, beforeAll, expect, test } from 'vitest'

import { DatabaseAway } from '../domain/database-away.ts'
import { newId } from '../domain/new-id.ts'
import { testDay } from '../testing/test-day.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { createConnectionPool, type ConnectionPool } from './connection-pool.ts'
import {
  bigint,
  bytes,
  day,
  integer,
  jsonOf,
  moment,
  neverNull,
  nullable,
  text,
  textsOf,
  uuid,
} from './kinds.ts'
import type { Runner, Statement } from './runner.ts'
import { owned, owner, statement } from './sql.ts'
import { together } from './together.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pool: ConnectionPool
let sent: Statement[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createConnectionPool(database.url, { connections: 2 })
})
afterAll(async () => {
  await pool.close()
  await database.drop()
})

const aRow = {
  owner: neverNull(uuid),
  id: neverNull(text),
  at: neverNull(moment),
  never: nullable(moment),
  hash: neverNull(bytes),
  nothing: nullable(bytes),
  big: neverNull(bigint),
  onDay: neverNull(day),
  texts: neverNull(textsOf<string>()),
  json: neverNull(jsonOf<object>()),
}
const readRow = statement('test.readRow', aRow)`
  select ${owner}, ${text('id')}::text as id, ${moment('at')}::timestamptz as at, null::timestamptz as never,
    '\\x00ff'::bytea as hash, null::bytea as nothing, 9007199254740991 as big, date '2027-03-10' as on_day,
    array['a', '"'] as texts, '{"a": [1]}'::jsonb as json`

const readForeign = statement('test.readForeign', { ...owned, n: neverNull(integer) })`
  select ${uuid('other')}::uuid as owner, 1 as n from (select ${uuid('agentId')}::uuid) as asked`

const mark = statement('test.markTaken')`
  insert into quotas (subject, kind, began_on, taken) values (${text('subject')}, 'test', now(), ${integer('taken')})`
const raise = statement('test.raiseTaken', { taken: integer })`
  update quotas set taken = taken + 1 where subject = ${text('subject')} returning taken`
const hold = statement('test.holdTaken', { taken: integer })`
  select taken from quotas where subject = ${text('subject')} for update`
const read = statement('test.readTaken', { taken: integer })`
  select taken from quotas where subject = ${text('subject')}`

function watched(runner: Runner): Runner {
  sent = []
  return together({
    ...runner,
    run(one) {
      sent.push(one)
      return runner.run(one)
    },
  })
}

const agentId = newId(testDay)
const ask = (id: string) => ({ agentId, id, at: new Date('2027-03-10T06:30:00.123Z') })

test('the statements of one moment travel as one, and each has the rows that it has alone', async () => {
  const alone = await readRow(pool, ask('alone'))
  const runner = watched(pool)
  const [first, none, second] = await Promise.all([
    readRow(runner, ask('one')),
    read(runner, { subject: 'nobody' }),
    readRow.one(runner, ask('other')),
  ])
  expect(alone).toEqual([expect.objectContaining({ id: 'alone', hash: Buffer.from([0, 255]) })])
  expect(first).toEqual([{ ...alone[0], id: 'one' }])
  expect([none, second]).toEqual([[], { ...alone[0], id: 'other' }])
  expect(sent).toHaveLength(1)
  await readRow(runner, ask('later'))
  expect(sent.map(({ name }) => name)).toEqual([expect.stringMatching(/^together_/), 'test.readRow'])
})

test('a statement that locks travels alone, and those after it see what it has waited for', async () => {
  const subject = newId(testDay)
  await mark(pool, { subject, taken: 1 })
  let begun = () => {}
  const isHeld = new Promise<void>(resolve => (begun = resolve))
  const other = pool.inTransaction(async transaction => {
    await raise(transaction, { subject })
    begun()
    await new Promise(resolve => setTimeout(resolve, 200))
  })
  await isHeld
  const seen = await pool.inTransaction(transaction => {
    const runner = watched(transaction)
    return Promise.all([hold(runner, { subject }), read(runner, { subject }), readRow(runner, ask('one'))])
  })
  await other
  expect(seen.slice(0, 2)).toEqual([[{ taken: 2 }], [{ taken: 2 }]])
  expect(sent).toHaveLength(2)
})

test('all of the statements run, or none', async () => {
  const subject = newId(testDay)
  const runner = watched(pool)
  const parts = await Promise.allSettled([
    mark(runner, { subject, taken: 1 }),
    // The table refuses a second row of the subject and kind.
    mark(runner, { subject, taken: 2 }),
    readRow(runner, ask('one')),
  ])
  expect(parts.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await read(pool, { subject })).toEqual([])
})

test('[rule 15] an answer of which one part has the row of another agent is refused', async () => {
  const runner = watched(pool)
  const parts = await Promise.allSettled([
    readRow(runner, ask('one')),
    readForeign(runner, { agentId, other: newId(testDay) }),
  ])
  expect(parts).toEqual(
    [0, 1].map(() => ({ status: 'rejected', reason: expect.any(DatabaseAway) as unknown })),
  )
})
