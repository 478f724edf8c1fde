import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'

import { createTestDatabase } from './test-database.ts'

const drops: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(drops.map(drop => drop())))

test('every test file gets a migrated database of its own', async () => {
  const [first, second] = await Promise.all([aDatabase(), aDatabase(), aDatabase(), aDatabase()])
  await first.client.query('create table only_here (n int)')
  expect(await tables(first.client)).toEqual(expect.arrayContaining(['migrations', 'only_here']))
  expect(await tables(second.client)).toContain('migrations')
  expect(await tables(second.client)).not.toContain('only_here')
})

test('a database is dropped despite open connections', async () => {
  const database = await aDatabase()
  await database.client.query('select 1')
  await database.drop()
  await expect(new Client({ connectionString: database.url }).connect()).rejects.toMatchObject({
    code: '3D000',
  })
})

async function aDatabase() {
  const database = await createTestDatabase()
  const client = new Client({ connectionString: database.url })
  client.on('error', () => {})
  await client.connect()
  drops.push(async () => {
    await client.end()
    await database.drop()
  })
  return { ...database, client }
}

async function tables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  return rows.map(({ name }) => name)
}
