import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'

import { parseStatement, type TableUse } from '../../testing/database/parse-statement.ts'
import { openCatalogue } from '../../testing/database/describe-statement.ts'
import { databaseOfFile } from '../../testing/database/test-database.ts'
import { tablePlacements, isShardKey } from './schema/table-placements.ts'
import type { ColumnType } from './link/column-types.ts'
import { declaredStatements, type StatementDeclaration } from './link/sql.ts'

const root = join(import.meta.dirname, '..')
const sources = globSync('**/*.ts', {
  cwd: root,
  exclude: ['**/*.test.ts', '**/main.ts', 'database/link/sql.ts'],
}).map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
for (const { path, text } of sources) if (text.includes('statement(')) await import(join(root, path))
// The demo data has statements for the same tables, which a test of the sandbox in this process would declare anyway.
await import(join(root, '../../sandbox/src/demo/demo-data.ts'))

const databaseUrl = await databaseOfFile()
const client = new Client({ connectionString: databaseUrl })
await client.connect()
const catalogue = await openCatalogue(client)
afterAll(() => client.end())

test('PostgreSQL describes each statement as declared: parameters, columns, types, words and nullability', async () => {
  expect(await wrongStatements(declarationProblems)).toEqual([])
})

async function wrongStatements(
  problemsOf: (declared: StatementDeclaration) => Promise<string[]>,
): Promise<string[]> {
  expect(declaredStatements().length).toBeGreaterThan(400)
  const wrong: string[] = []
  for (const declared of declaredStatements())
    for (const problem of await problemsOf(declared)) wrong.push(`${declared.name}: ${problem}`)
  return wrong
}

/** Writes whose rows nobody needs return no rows, so only the order on the wire assigns their answers. */
test('[rule 15] each statement that is bound to an agent and returns rows returns the agent in them', () => {
  const bound = declaredStatements().filter(
    ({ parameters, columnNames }) =>
      columnNames.length > 0 && parameters.some(({ name }) => name === 'agentId'),
  )
  expect(bound.length).toBeGreaterThan(20)
  expect(bound.filter(({ ownerAt }) => ownerAt === undefined).map(({ name }) => name)).toEqual([])
})

const isOfFinished = /status in \('KYC_SUCCESS', 'KYC_FAILURE'\)/
/** Nullable columns, each with a condition in whose rows a CHECK constraint, or the end of an order, forbids null. */
const presentWith: Record<string, RegExp> = {
  'orders.outcome': isOfFinished,
  'orders.transaction_id': isOfFinished,
  'orders.message': isOfFinished,
  'audit_events.seal': /position (is not null|> )/,
}

async function declarationProblems({
  text: sql,
  parameters,
  kinds,
  columnNames,
}: Pick<StatementDeclaration, 'text' | 'parameters' | 'kinds' | 'columnNames'>): Promise<string[]> {
  const described = await catalogue.describe(sql)
  const { uses, comparedWithNull, mayBeNull } = await parseStatement(sql)
  const facts = {
    isNullableParameter: (number: number) => parameters[number - 1]?.kind.isNullable === true,
    isNullableColumn: (table: string, column: string) =>
      catalogue.columns.get(`${table}.${column}`)?.isNotNull === false &&
      presentWith[`${table}.${column}`]?.test(sql) !== true,
  }
  return [
    ...described.parameters.flatMap((type, index) =>
      typeProblems(`$${index + 1}`, type, parameters[index]?.kind),
    ),
    ...kinds.flatMap((kind, index) => resultProblems(kind, index)),
    ...uses.flatMap(use => parameterProblems(use)),
    ...parameters
      .filter(({ kind }, index) => comparedWithNull.has(index + 1) && !kind.isNullable)
      .map(({ name }) => `${name} is compared with null and is never null`),
  ]

  function resultProblems(kind: ColumnType<unknown>, index: number): string[] {
    const column = described.columns[index]
    if (column === undefined || column.name !== columnNames[index]) return [`there is no column ${index + 1}`]
    const { name, type, source } = column
    const isNotNull = source !== undefined && catalogue.columns.get(source)?.isNotNull === true
    const isProven = kind.origin === 'never-null' ? !mayBeNull(index, facts) : isNotNull
    return [
      ...typeProblems(name, type, kind),
      ...(kind.isNullable || isProven ? [] : [`${name} may be null`]),
      ...(kind.isNullable && isNotNull ? [`${name} is never null`] : []),
      ...wordProblems(source, kind, 'results'),
    ]
  }

  function parameterProblems({ table, parameters: equal, written }: TableUse): string[] {
    return [...new Map([...equal, ...written])].flatMap(([name, number]) => {
      const kind = parameters[number - 1]?.kind
      const column = catalogue.columns.get(`${table}.${name}`)
      if (!kind || !column) return []
      return [
        ...wordProblems(`${table}.${name}`, kind, 'parameters'),
        ...(kind.isNullable && written.has(name) && column.isNotNull
          ? [`null cannot be written into ${name}`]
          : []),
        ...(kind.isNullable && !written.has(name) && !comparedWithNull.has(number)
          ? [`no ${name} equals null`]
          : []),
      ]
    })
  }

  /** Checks the words of a kind. A statement that names some words in a condition returns no other words. */
  function wordProblems(
    source: string | undefined,
    { words }: ColumnType<unknown>,
    of: 'results' | 'parameters',
  ) {
    const allowed = source === undefined ? undefined : catalogue.columns.get(source)?.words
    const name = source?.split('.')[1]
    if (allowed === undefined) return words && source ? [`${name} has no list of words`] : []
    const areSome = words?.every(word => allowed.includes(word)) === true
    const areNamed = words?.every(word => sql.includes(`'${word}'`)) === true
    const areAll = areSome && words?.length === allowed.length
    return areAll || (areSome && (of === 'parameters' || areNamed))
      ? []
      : [`the words of ${name} are ${allowed.join(', ')}`]
  }
}

function typeProblems(name: string, type: string, kind: ColumnType<unknown> | undefined): string[] {
  return type === kind?.type ? [] : [`${name} is ${type}, not ${kind?.type}`]
}

describe('a sharded database can keep the tables', () => {
  test('each table has a place, and each place a table', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
         and not relispartition`,
    )
    expect(Object.keys(tablePlacements).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  test('a unique key of a sharded table includes its shard key', async () => {
    const { rows } = await client.query<{ table: string; index: string; columns: string[] }>(
      `select indrelid::regclass::text as "table", indexrelid::regclass::text as "index",
         array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey)) as columns
       from pg_index join pg_class on pg_class.oid = indrelid
       where indisunique and relnamespace = current_schema()::regnamespace`,
    )
    const sharded = rows.filter(({ table }) => isShardKey(tablePlacements[table]))
    expect(sharded).not.toEqual([])
    expect(sharded.filter(({ table, columns }) => !columns.includes(tablePlacements[table] ?? ''))).toEqual(
      [],
    )
  })

  test('foreign keys refer to tables that each node has, or stay on one node', async () => {
    const { rows } = await client.query<{ source: string; target: string }>(
      `select distinct conrelid::regclass::text as source, confrelid::regclass::text as target from pg_constraint
       where contype = 'f' and conrelid::regclass::text = any($1)`,
      [Object.keys(tablePlacements)],
    )
    expect(rows).not.toEqual([])
    const places = rows.map(({ source, target }) => [tablePlacements[source], tablePlacements[target]])
    const isOnOneNode = (place: (typeof places)[number]) => place.every(one => one === 'one-node')
    expect(places.filter(place => place[1] !== 'every-node' && !isOnOneNode(place))).toEqual([])
  })

  /** Citus reads the rows of such a query as records, which need a column. */
  test('a query that another one reads has a column', () => {
    const withoutColumn = declaredStatements().filter(({ text }) =>
      /\bfrom\s*\(\s*select\s+from\b/.test(text),
    )
    expect(withoutColumn.map(({ name }) => name)).toEqual([])
  })
})

test('every statement is a constant of its module, and none is made at run time', () => {
  // Families are declared when their module loads: the pages of agents and of the trail, the sweeps of the housekeeping, and removals.
  const declarations =
    /: (?:export )?const \w+ = statement\(|(?:agent-lists|audit-list)\.ts: +(?:up|down|list|findLast): statement\(|(?:housekeeping|agent-erasure)\.ts: +return statement\(/
  const others = linesWith(/\bstatement\(/).filter(line => !declarations.test(line))
  expect(others).toEqual([])
})

test('only declared statements are sent, except on connections outside of the pool', () => {
  const senders = linesWith(/\b(db|pool|runner|transaction)\.run\(|\bclient\.query\b/)
  expect(new Set(senders.map(line => line.split(':')[0]))).toEqual(
    new Set([
      'doctor/examine-database.ts',
      // The vault has a database and tables of its own.
      'database/kyc/vault.ts',
      'database/schema/distribute-tables.ts',
      'database/schema/migrate.ts',
      'database/link/direct-connection.ts',
      'database/link/pooled-connection.ts',
    ]),
  )
})

function linesWith(pattern: RegExp): string[] {
  return sources.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter(line => pattern.test(line))
      .map(line => `${path}: ${line}`),
  )
}
