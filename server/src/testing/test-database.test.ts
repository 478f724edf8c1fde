import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'

import { createTestDatabase } from './test-database.ts'

const drops: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(drops.map(drop => drop())))

test('every test file gets a migrated database that no other one sees', async () => {
  const [first, second] = await Promise.all([aDatabase(), aDatabase(), aDatabase(), aDatabase()])
  await first.sql`create table only_here (n int)`
  expect(await tables(first.sql)).toEqual(expect.arrayContaining(['migrations', 'only_here']))
  expect(await tables(second.sql)).toContain('migrations')
  expect(await tables(second.sql)).not.toContain('only_here')
})

test('a dropped database is gone, whoever was still connected', async () => {
  const database = await aDatabase()
  await database.sql`select 1`
  await database.drop()
  await expect(postgres(database.url, { max: 1 })`select 1`).rejects.toMatchObject({ code: '3D000' })
})

async function aDatabase() {
  const database = await createTestDatabase()
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  drops.push(async () => {
    await sql.end({ timeout: 1 })
    await database.drop()
  })
  return { ...database, sql }
}

async function tables(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`
  return rows.map(({ name }) => name)
}
