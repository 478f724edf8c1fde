import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { parseStatement, type TableUse } from '../testing/parse-statement.ts'
import { describeStatement, type StatementDescription } from '../testing/describe-statement.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { allShards, byAdmin, distribution, isShardKey, type AllShards, type Home } from './distribution.ts'
import type { Kind } from './kinds.ts'
import { declaredStatements, type Declaration } from './sql.ts'

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

test.each(declaredStatements().map(declared => [declared.name, declared] as const))(
  'a sharded database can answer the statement %s at its home',
  async (_name, declared) => {
    expect(await homeProblems(declared)).toEqual([])
  },
)

/** Writes whose rows nobody needs return none, so that only the order on the wire assigns their answers. */
test('[rule 15] each statement that is bound to an agent and returns rows returns the agent in them', () => {
  const bound = declaredStatements().filter(
    ({ parameters, columnNames }) =>
      columnNames.length > 0 && parameters.some(({ name }) => name === 'agentId'),
  )
  expect(bound.length).toBeGreaterThan(20)
  expect(bound.filter(({ ownerAt }) => ownerAt === undefined).map(({ name }) => name)).toEqual([])
})

test.each<[string, Home, string]>([
  ['a table is asked without agent_id', 'agent_id', 'select from orders where id = $1'],
  ['a table is asked without agent_id', 'agent_id', 'select from orders where agent_id = $1 or id = $2'],
  [
    'a table is asked without agent_id',
    'agent_id',
    'select from orders o join outbox b on b.id = o.id where o.agent_id = $1',
  ],
  [
    'a table is asked without agent_id',
    'agent_id',
    'insert into orders (id, agent_id) select $1, agent_id from agents',
  ],
  [
    'asks by two keys',
    'agent_id',
    'delete from orders where agent_id = $1 and id in (select id from outbox where agent_id = $2)',
  ],
  ['sessions has another key', 'agent_id', 'select from sessions where agent_id = $1'],
  ['asks no table of mobile', 'mobile', 'select from agents where mobile = $1'],
  ['asks the shards of orders', 'every-node', 'select from agents where id in (select agent_id from orders)'],
  ['its tables are on every-node', 'one-node', 'select from agents'],
  [
    'joins shards with audit_events',
    'agent_id',
    'select from orders, audit_events where orders.agent_id = $1',
  ],
  ['joins orders,sessions', byAdmin, 'delete from orders where agent_id in (select agent_id from sessions)'],
  ['joins orders,orders', byAdmin, 'select from orders a join orders b on a.id = b.id'],
  ['locks rows without the shard key', byAdmin, 'select from orders for update skip locked'],
  [
    'has a subquery for each row of another node',
    byAdmin,
    'select from agents a where exists (select from orders where agent_id = a.id)',
  ],
  ['names its shard key', byAdmin, 'select from orders where agent_id = $1'],
  ['has no reason to ask all shards', allShards(''), 'select from orders'],
  [
    'on conflict takes an element of an array',
    'subject',
    'insert into quotas (subject) values ($1) on conflict (subject) do update set taken = ($2::int[])[1]',
  ],
  [
    'on conflict of a select has a parameter',
    'subject',
    'insert into quotas (subject) select $1 on conflict (subject) do update set taken = $2',
  ],
])('the check finds: %s', async (problem, home, text) => {
  expect(await homeProblems({ home, text, parameters: [] })).toContain(problem)
})

/** Returns the reasons for which Citus refuses the statement, or asks more shards for it than declared. */
async function homeProblems({
  home,
  text,
  parameters,
}: Pick<Declaration, 'home' | 'text' | 'parameters'>): Promise<string[]> {
  const { uses, withoutCast, conflict } = await parseStatement(text)
  const sharded = uses.filter(({ table }) => isShardKey(distribution[table]))
  const others = uses.filter(
    ({ table }) => distribution[table] !== 'every-node' && !sharded.some(use => use.table === table),
  )
  const arrays = parameters.filter((one, index) => one.kind.type.endsWith('[]') && withoutCast.has(index + 1))
  return [
    ...arrays.map(({ name }) => `the array ${name} has no type`),
    ...(sharded.length > 0 && conflict.hasSubscript ? ['on conflict takes an element of an array'] : []),
    ...(sharded.length > 0 && conflict.isOfSelect && conflict.hasParameter
      ? ['on conflict of a select has a parameter']
      : []),
    ...(sharded.length > 0 && others.length > 0
      ? [`joins shards with ${others.map(({ table }) => table).join()}`]
      : []),
    ...strays(home, uses, sharded),
  ]
}

function strays(home: Home, uses: TableUse[], sharded: TableUse[]): string[] {
  if (typeof home === 'object') return strayingEverywhere(home, sharded)
  if (!isShardKey(home)) {
    const actualHome = uses.some(({ table }) => distribution[table] === 'every-node')
      ? 'every-node'
      : 'one-node'
    if (sharded.length > 0) return [`asks the shards of ${sharded.map(({ table }) => table).join()}`]
    return actualHome === home ? [] : [`its tables are on ${actualHome}`]
  }
  if (sharded.length === 0) return [`asks no table of ${home}`]
  const keys = new Set(sharded.map(use => use.parameters.get(home)))
  const foreign = sharded.filter(({ table }) => distribution[table] !== home)
  return [
    ...foreign.map(({ table }) => `${table} has another key`),
    ...(keys.has(undefined) ? [`a table is asked without ${home}`] : []),
    ...(keys.size > 1 ? ['asks by two keys'] : []),
  ]
}

function strayingEverywhere({ why }: AllShards, sharded: TableUse[]): string[] {
  // Citus reads a subquery by itself, and then sends its rows to each shard.
  const places = sharded.filter(
    (use, index) => index === 0 || !use.isNested || use.table !== sharded[0]?.table,
  )
  return [
    ...(why === '' ? ['has no reason to ask all shards'] : []),
    ...(places.length === 1 ? [] : [`joins ${places.map(({ table }) => table).join()}`]),
    ...(sharded.some(({ isLocked }) => isLocked) ? ['locks rows without the shard key'] : []),
    ...(sharded.some(({ isCorrelated }) => isCorrelated)
      ? ['has a subquery for each row of another node']
      : []),
    ...(sharded.some(({ table, parameters }) => parameters.has(distribution[table] ?? ''))
      ? ['names its shard key']
      : []),
  ]
}

/** Checks nullability of table columns; PostgreSQL knows none of expressions. */
function sourcesOf(kind: Kind<unknown>): StatementDescription['columns'][number]['source'][] {
  if (kind.origin === 'never-null') return ['expression', 'nullable column', 'not null column']
  if (!kind.isNullable) return ['not null column']
  return ['nullable column', 'expression']
}

describe('a sharded database can keep the tables', () => {
  test('each table has a place, and each place a table', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
         and not relispartition`,
    )
    expect(Object.keys(distribution).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  test('a unique key of a sharded table includes its shard key', async () => {
    const { rows } = await client.query<{ table: string; index: string; columns: string[] }>(
      `select indrelid::regclass::text as "table", indexrelid::regclass::text as "index",
         array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey)) as columns
       from pg_index join pg_class on pg_class.oid = indrelid
       where indisunique and relnamespace = current_schema()::regnamespace`,
    )
    const sharded = rows.filter(({ table }) => isShardKey(distribution[table]))
    expect(sharded).not.toEqual([])
    expect(sharded.filter(({ table, columns }) => !columns.includes(distribution[table] ?? ''))).toEqual([])
  })

  test('foreign keys refer to tables that each node has', async () => {
    const { rows } = await client.query<{ target: string }>(
      `select distinct confrelid::regclass::text as target from pg_constraint
       where contype = 'f' and conrelid::regclass::text = any($1)`,
      [Object.keys(distribution)],
    )
    expect(rows).not.toEqual([])
    expect(rows.filter(({ target }) => distribution[target] !== 'every-node')).toEqual([])
  })
})

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
      './apply-migration.ts',
      './distribute.ts',
      './migrate.ts',
      './partition.ts',
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
