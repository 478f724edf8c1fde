/**
 * The bench requests every page of the bank's console, and counts the statements of each page. The database has 10
 * million orders in 84 months and a million agents. The bench measures right after a restart of the database, and then
 * with warm caches. It loads the database itself, which takes some minutes and 8 GB of disk in the folder for temporary
 * files (TMPDIR).
 *
 *   npm run bench:console [-- --orders=10000000] [--agents=1000000] [--folder=PATH]
 *   CITUS_TOOL=FILE npm run bench:console -- --cluster --orders=1000000 --agents=100000
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import type { ConsoleCallName } from '@ekyc/contract/console/calls'
import type { RequestOf } from '@ekyc/contract/console/shapes'
import { Client } from 'pg'

import { Complaint } from '../../scripts/complaint.ts'
import {
  databaseOn,
  joinNodes,
  migrateDatabase,
  onEachNode,
  spreadTables,
} from '../../product/server/src/testing/test-nodes.ts'
import { startTestConsole } from '../../product/server/src/testing/test-console.ts'
import { startTestServer } from '../../product/server/src/testing/test-server.ts'
import { query, startMeasuredCluster } from './cluster/nodes.ts'
import { bigAgent, busyReference, loadBank, rareModel } from './console/load-bank.ts'
import { runBench, type Bench } from './measure/bench.ts'
import { agent } from './measure/counter.ts'
import { median } from './measure/figures.ts'
import { startTunedPostgres } from './measure/postgres.ts'

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000000' },
    agents: { type: 'string', default: '1000000' },
    folder: { type: 'string' },
    cluster: { type: 'boolean', default: false },
  },
})
const size = { orders: Number(options.orders), agents: Number(options.agents) }
/** The time at which the loaded orders end and the test clock starts. */
const end = new Date('2027-03-10T06:30:00.000Z')
const goalMs = 300
const rounds = 9
const shards = 32
const database = 'console_bench'
const settings = { max_wal_size: '8GB', wal_level: 'minimal', max_wal_senders: '0' }

/** The call that a console page makes. Each round can request rows that no earlier round has read. */
type Ask<Name extends ConsoleCallName = ConsoleCallName> = {
  name: Name
  request(round: number): RequestOf<Name>
}

await runBench('console', async bench => {
  const target = options.cluster ? await startCluster(bench) : await startSingle(bench)
  const samples = await sampleOrders(target.url)
  const pages = pagesOf(samples)
  const after = await measure(target.url, pages, 1)
  const cold = target.restart ? (await target.restart(), await measure(target.url, pages, 1)) : after
  const warm = await measure(target.url, pages, rounds)
  const rows = Object.keys(pages).map(page => ({
    page,
    statements: Math.max(...(warm[page]?.statements ?? [])),
    'first ms': cold[page]?.ms[0] ?? Number.NaN,
    'warm ms': median(warm[page]?.ms ?? []),
    // The column has the median of each round's slowest statement, because on a busy machine the slowest statement of
    // all rounds is often a mere savepoint.
    'statement ms': median((warm[page]?.slowest ?? []).map(({ ms }) => ms)),
    'the slowest': slowestOf(warm[page]?.slowest ?? []).name,
  }))
  bench.report({
    title: `Pages of the console, ${size.orders} orders, ${size.agents} agents, ${target.name} (goal: ${goalMs} ms a statement)`,
    versions: target.versions,
    quick: options.cluster || size.orders < 10_000_000,
    rows,
    details: { size, first: after, cold, warm },
  })
  const late = rows.filter(row => row['statement ms'] > goalMs)
  if (late.length > 0) throw new Complaint(`Over ${goalMs} ms: ${late.map(({ page }) => page).join(', ')}.`)
})

async function startSingle(bench: Bench) {
  const folder = options.folder ? resolve(options.folder) : join(bench.folder, 'postgres')
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const start = () => startTunedPostgres({ folder, settings })
  let postgres = await start()
  bench.stopAtEnd({ stop: () => postgres.stop() })
  const isThere = await query(postgres.url, `select from pg_database where datname = '${database}'`)
  const url = () => databaseOn(postgres.url, database)
  if (isThere.length === 0) {
    await query(
      postgres.url,
      'drop database if exists console_unfinished',
      'create database console_unfinished',
    )
    await load(databaseOn(postgres.url, 'console_unfinished'), false)
    await query(postgres.url, `alter database console_unfinished rename to ${database}`)
  } else await migrateDatabase(url())
  const target = {
    name: 'one PostgreSQL',
    url: url(),
    versions: { postgres: postgres.version },
    async restart() {
      await postgres.stop()
      postgres = await start()
      target.url = url()
    },
  }
  return target
}

async function startCluster(bench: Bench) {
  const tool = process.env.CITUS_TOOL
  if (!tool) throw new Complaint('Set CITUS_TOOL to a program that makes a Citus cluster.')
  const { wal_level: _level, max_wal_senders: _senders, ...ofNodes } = settings
  const cluster = bench.stopAtEnd(
    await startMeasuredCluster(tool, bench.folder, { ...ofNodes, shared_buffers: '512MB' }),
  )
  await onEachNode(cluster.nodes, `create database ${database}`)
  await joinNodes(cluster.nodes, database)
  const url = databaseOn(cluster.nodes[0] ?? '', database)
  await load(url, true)
  return {
    name: `Citus ${cluster.version}, ${shards} shards`,
    url,
    versions: { citus: cluster.version },
    restart: undefined,
  }
}

async function load(url: string, isCluster: boolean) {
  const began = performance.now()
  await migrateDatabase(url)
  if (isCluster) await spreadTables(url, shards)
  await loadBank(url, size, {
    end,
    isCluster,
    onProgress: what =>
      console.log(`loaded after ${Math.round((performance.now() - began) / 1000)} s: ${what}`),
  })
}

type Sample = { id: string; reference: string; transactionId: string; agentId: string }

/** Picks orders of the newest month, and orders from 2022 whose transaction ids do not contain the month. */
async function sampleOrders(url: string) {
  const of = (from: string) =>
    query<Sample>(
      url,
      `select id, reference, transaction_id as "transactionId", agent_id as "agentId" from orders
       where created_on >= timestamptz '${from}' and created_on < timestamptz '${from}' + interval '1 day'
       order by id limit 40`,
    )
  return { recent: await of('2027-03-05 00:00+05:30'), old: await of('2022-05-05 00:00+05:30') }
}

function pagesOf({ recent, old }: Record<'recent' | 'old', Sample[]>): Record<string, Ask> {
  const one = (round: number, of = recent) => {
    const sample = of[round % of.length]
    if (!sample) throw new Error('the bench found no order to ask for')
    return sample
  }
  const day = (round: number) => `2027-02-${String(1 + (round % 27)).padStart(2, '0')}`
  return {
    order: ask('getOrder', round => ({ id: one(round).id })),
    'order of five years ago': ask('getOrder', round => ({ id: one(round, old).id })),
    'orders of an agent': ask('listOrders', round => ({ agent: one(round).agentId })),
    'orders of the busiest agent': ask('listOrders', () => ({ agent: agent(bigAgent).id })),
    'orders of a reference': ask('listOrders', round => ({ reference: one(round).reference })),
    'orders of a reference of all years': ask('listOrders', () => ({ reference: busyReference })),
    'orders of a day': ask('listOrders', round => ({ day: day(round) })),
    "a day's failed orders": ask('listOrders', round => ({ day: day(round), status: 'KYC_FAILURE' })),
    'orders of a model': ask('listOrders', round => ({ model: `MODEL-${round}` })),
    'orders of a rare model': ask('listOrders', () => ({ model: rareModel })),
    'search: an order': ask('search', round => ({ text: one(round).id })),
    'search: a transaction': ask('search', round => ({ text: one(round).transactionId })),
    'search: a transaction that tells no month': ask('search', round => ({
      text: one(round, old).transactionId,
    })),
    'search: a reference': ask('search', round => ({ text: one(round).reference })),
    'search: a mobile': ask('search', round => ({ text: agent(1_000 + round).mobile })),
    'search: four digits': ask('search', round => ({ text: String(4_000 + round) })),
    'search: two common words': ask('search', () => ({ text: 'Meena Verma' })),
    'search: a name that nobody has': ask('search', () => ({ text: 'Qwerty Zzyzx' })),
    agents: ask('listAgents', () => ({})),
    'agents of twelve branches': ask('listAgents', round => ({
      branch: Array.from({ length: 12 }, (_, k) => `B${String(round * 12 + k).padStart(4, '0')}`),
    })),
    'agents by last order': ask('listAgents', () => ({
      sort: 'last-order' as const,
      direction: 'down' as const,
    })),
    'disabled agents': ask('listAgents', () => ({ status: 'disabled' as const })),
    agent: ask('getAgent', round => ({ id: agent(1_000 + round).id })),
    "an agent's trail": ask('listAgentTrail', round => ({ id: agent(1_000 + round).id })),
    models: ask('listModels', () => ({})),
    model: ask('getModel', round => ({ model: `MODEL-${round}` })),
    'units of a model': ask('listUnits', round => ({ model: `MODEL-${round}` })),
    'units by end of certificate': ask('listUnits', () => ({})),
  }
}

function ask<Name extends ConsoleCallName>(name: Name, request: (round: number) => RequestOf<Name>): Ask {
  return { name, request }
}

type Measured = Record<string, { ms: number[]; statements: number[]; slowest: Took[] }>

/** Requests each page as a supervisor, and measures the statements that the console sends for the page. */
async function measure(url: string, pages: Record<string, Ask>, times: number): Promise<Measured> {
  const server = await startTestServer({ databaseUrl: url })
  const testConsole = await startTestConsole({ server })
  const person = await testConsole.signIn('supervisor')
  const measured: Measured = {}
  try {
    for (let round = 0; round < times; round += 1)
      for (const [page, { name, request }] of Object.entries(pages)) {
        // Advances the test clock, which otherwise stands still, because each person may read only 300 times a minute.
        server.clock.advance(1_000)
        const sent = watchStatements()
        const began = performance.now()
        const { status } = await person.call(name, request(round + 1))
        const ms = performance.now() - began
        const took = await sent.stop()
        if (status !== 200) throw new Complaint(`${page} was answered by ${status}.`)
        const of = (measured[page] ??= { ms: [], statements: [], slowest: [] })
        of.ms.push(ms)
        of.statements.push(took.length)
        of.slowest.push(slowestOf(took))
      }
  } finally {
    await testConsole.close()
    await server.close()
  }
  return measured
}

type Took = { ms: number; name: string }

function slowestOf(all: Took[]): Took {
  return all.toSorted((one, other) => other.ms - one.ms)[0] ?? { ms: Number.NaN, name: '' }
}

type Watched = { name?: string; text: string; callback?: (...answer: unknown[]) => unknown }

/** Records each statement of this process, including begin and commit, and the time until its answer in ms. */
function watchStatements() {
  // oxlint-disable-next-line typescript/unbound-method
  const { query: unwatched } = Client.prototype
  const pending: Promise<Took>[] = []
  Client.prototype.query = function watched(this: Client, asked: Watched, ...given: unknown[]) {
    const began = performance.now()
    const { callback, name = asked.text } = asked
    // The server's own queries report their end only to a callback.
    const isOver =
      callback && new Promise(over => (asked.callback = (...answer) => over(callback(...answer))))
    const answer: unknown = Reflect.apply(unwatched, this, [asked, ...given])
    pending.push(Promise.resolve(isOver ?? answer).then(() => ({ ms: performance.now() - began, name })))
    return answer
  } as typeof unwatched
  return {
    stop() {
      Client.prototype.query = unwatched
      return Promise.all(pending)
    },
  }
}
