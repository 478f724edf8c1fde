import { afterAll, beforeAll, expect, test } from 'vitest'

import { testSeals } from '../testing/operator-at.ts'
import { countRows, insertRows, runSql } from '../testing/run-sql.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { peppers } from '../testing/test-server.ts'
import { newId } from '../domain/new-id.ts'
import { loadDemoData, refuseDemoAgents } from './demo-data.ts'
import { openDatabase, type OpenDatabase } from './open-database.ts'

const now = new Date('2027-03-10T06:30:00.000Z')

let database: Awaited<ReturnType<typeof createTestDatabase>>
let open: OpenDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  open = openDatabase(database.url, testSeals, { connections: 4 })
})
afterAll(async () => {
  await open.close()
  await database.drop()
})

test('[rule 25] a server without demo data refuses to start beside a demo agent, and starts beside any other', async () => {
  const db = open.runner
  await expect(refuseDemoAgents(db)).resolves.toBeUndefined()
  await loadDemoData(db, { peppers, now })
  await expect(refuseDemoAgents(db)).rejects.toThrow(
    'This database holds demo agents, whose password is public',
  )
})

test('demo data is loaded once, and later changes stay', async () => {
  const db = open.runner
  await loadDemoData(db, { peppers, now })
  await runSql(db, `update agents set name = 'Another Name' where mobile = '9000000001'`)
  await loadDemoData(db, { peppers, now })
  const loaded = await runSql<{ name: string }>(db, 'select name from agents order by mobile')
  expect(loaded.map(({ name }) => name)).toEqual([
    'Another Name',
    'Ravi Kumar',
    'Meena Iyer',
    'Imran Shaikh',
    'Lakshmi Nair',
  ])
  expect(await countRows(db, 'orders')).toBe(2_000)
})

test("[rule 25] demo data is never loaded beside a bank's agents", async () => {
  const bank = await createTestDatabase()
  const bankOpen = openDatabase(bank.url, testSeals, { connections: 2 })
  const db = bankOpen.runner
  await insertRows(db, 'agents', [
    {
      id: newId(now),
      mobile: '9876543210',
      name: 'Agent of a bank',
      email: '',
      addressLine1: '',
      addressLine2: '',
      createdOn: now,
    },
  ])
  await expect(loadDemoData(db, { peppers, now })).rejects.toThrow(
    "This database holds a bank's agents, and demo agents have a public password",
  )
  expect(await countRows(db, 'agents')).toBe(1)
  await bankOpen.close()
  await bank.drop()
})

test('a demo with additional agents starts again', async () => {
  const db = open.runner
  await insertRows(db, 'agents', [
    {
      id: newId(now),
      mobile: '9876543210',
      name: 'Added by hand',
      email: '',
      addressLine1: '',
      addressLine2: '',
      createdOn: now,
    },
  ])
  await expect(loadDemoData(db, { peppers, now })).resolves.toBeUndefined()
})
