import { afterAll, beforeAll, expect, test } from 'vitest'

import { ordersOfReference } from '../../../server/src/administration/find-orders.ts'
import { createConnectionPool, type ConnectionPool } from '../../../server/src/database/connection-pool.ts'
import { demoMobiles } from '../../../server/src/database/demo-agents.ts'
import { referencesIn } from '../../../server/src/database/references.ts'
import { newId } from '../../../server/src/domain/new-id.ts'
import { countRows, insertRows, runSql } from '../../../server/src/testing/run-sql.ts'
import { createTestDatabase } from '../../../server/src/testing/test-database.ts'
import { peppers } from '../../../server/src/testing/test-server.ts'
import { loadDemoData } from './demo-data.ts'

const now = new Date('2027-03-10T06:30:00.000Z')

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: ConnectionPool
beforeAll(async () => {
  database = await createTestDatabase()
  db = createConnectionPool(database.url, { connections: 4 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

test('demo data is loaded once, and later changes stay', async () => {
  await loadDemoData(db, { peppers, now })
  await runSql(db, `update agents set name = 'Another Name' where mobile = '9000000001'`)
  await loadDemoData(db, { peppers, now })
  const loaded = await runSql<{ name: string; mobile: string }>(
    db,
    'select name, mobile from agents where is_demo order by mobile',
  )
  expect(loaded.map(({ mobile }) => mobile)).toEqual(demoMobiles)
  expect(loaded.map(({ name }) => name)).toEqual([
    'Another Name',
    'Ravi Kumar',
    'Meena Iyer',
    'Imran Shaikh',
    'Lakshmi Nair',
  ])
  expect(await countRows(db, 'orders')).toBe(2_000)
})

test('past orders are found by their references, which know of success, and name their device', async () => {
  const found = await runSql<{ id: string; reference: string }>(
    db,
    `select id, reference from orders where status = 'KYC_SUCCESS' limit 1`,
  )
  const { id, reference = '' } = found[0] ?? {}
  const { orders } = await ordersOfReference(db, reference, { limit: 5 })
  expect(orders).toMatchObject([{ id, model: 'MFS110' }])
  expect(await referencesIn(db).history(reference, now)).toEqual({ succeeded: true, failuresToday: 0 })
})

test("[rule 25] demo data is never loaded beside a bank's agents", async () => {
  const bank = await createTestDatabase()
  const ofBank = createConnectionPool(bank.url, { connections: 2 })
  await insertRows(ofBank, 'agents', [
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
  await expect(loadDemoData(ofBank, { peppers, now })).rejects.toThrow(
    "This database holds a bank's agents, and demo agents have a public password",
  )
  expect(await countRows(ofBank, 'agents')).toBe(1)
  await ofBank.close()
  await bank.drop()
})

test('a demo with additional agents starts again', async () => {
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
