import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { describeStatement, type StatementDescription } from '../testing/describe-statement.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import type { Kind } from './kinds.ts'
import { declaredStatements } from './sql.ts'

const sources = import.meta.glob<string>(['../**/*.ts', '!../**/*.test.ts', '!../testing/**', '!./sql.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const modules = import.meta.glob(['../**/*.ts', '!../**/*.test.ts', '!../testing/**', '!../**/main.ts'])
for (const [path, source] of Object.entries(sources))
  if (source.includes('statement(')) await modules[path]?.()

let database: Awaited<ReturnType<typeof createTestDatabase>>
let client: Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

describe('PostgreSQL describes the statement', () => {
  test.each(declaredStatements().map(declared => [declared.name, declared] as const))(
    '%s as declared: parameters, columns, types and nullability',
    async (_name, { text, parameters, columnNames, kinds }) => {
      const described = await describeStatement(client, text)
      expect(described.parameters).toEqual(parameters.map(({ kind }) => kind.type))
      expect(described.columns).toEqual(
        kinds.map((kind, index) => ({
          name: columnNames[index],
          type: kind.type,
          source: expect.toBeOneOf(sourcesOf(kind)) as unknown,
        })),
      )
    },
  )
})

/** Checks nullability of table columns; PostgreSQL knows none of expressions. */
function sourcesOf(kind: Kind<unknown>): StatementDescription['columns'][number]['source'][] {
  if (kind.origin === 'never-null') return ['expression', 'nullable column', 'not null column']
  if (!kind.isNullable) return ['not null column']
  return ['nullable column', 'expression']
}

test('names fit into the 63 bytes that PostgreSQL keeps of them', () => {
  const names = declaredStatements().map(({ name }) => name)
  expect(names.filter(name => name.length > 63)).toEqual([])
})

test('every statement is a constant of its module, and none is made at run time', () => {
  const others = linesWith(/\bstatement\(/).filter(line => !/: (export )?const \w+ = statement\(/.test(line))
  expect(others).toEqual([])
})

test('only declared statements are sent, except on connections outside of the pool', () => {
  const senders = linesWith(/\b(db|pool|runner|transaction)\.run\(|\bclient\.query\b/)
  expect(new Set(senders.map(line => line.split(':')[0]))).toEqual(
    new Set([
      '../doctor/examine-database.ts',
      '../private-postgres/lease.ts',
      './apply-migration.ts',
      './migrate.ts',
      './stepwise-migration.ts',
      // run-statement.ts runs the declared statements.
      './run-statement.ts',
    ]),
  )
})

/** Returns lines as path: line. */
function linesWith(pattern: RegExp): string[] {
  return Object.entries(sources).flatMap(([path, source]) =>
    source
      .split('\n')
      .filter(line => pattern.test(line))
      .map(line => `${path}: ${line}`),
  )
}
