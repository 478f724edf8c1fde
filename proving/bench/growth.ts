/**
 * The bench compares the cost of calls on databases of 10,000, a million and 10 million orders. The same two agents
 * make the calls on each database in turn. One agent has 100,000 orders (in the smallest database all but 1,000), and
 * the other agent has 1,000 orders in each database. The table shows the time of the whole call, PostgreSQL's part of
 * that time, and the ratio of both to the smallest database. The bench loads the databases itself, which takes some
 * minutes, and 13 GB of disk in the folder for temporary files (TMPDIR). With --folder, the databases stay in that
 * folder for the next run.
 *
 *   npm run bench:growth [-- --quick] [--sizes=10000,1000000,10000000] [--folder=PATH]
 */
import { mkdir, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import type { Client } from 'pg'

import { Complaint } from '../../scripts/complaint.ts'
import { bigAgent, loadOrders, ordinaryAgent } from './growth/load-orders.ts'
import { runBench, type Bench } from './measure/bench.ts'
import { call, calls } from './measure/counter.ts'
import { median, percentile, ratio, spreadOf } from './measure/figures.ts'
import { startLoad, type Job } from './measure/load.ts'
import { startTunedPostgres } from './measure/postgres.ts'
import { startMeasuredProduct } from './measure/product.ts'
import type { Row } from './measure/report.ts'
import { inRounds } from './measure/rounds.ts'
import { connected } from './measure/under-load.ts'

const goal = 1.3
const connections = 4
const bytesPerOrder = 1_200
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    folder: { type: 'string' },
  },
})
const usualSizes = options.quick ? '10000,100000' : '10000,1000000,10000000'
const sizes = (options.sizes ?? usualSizes).split(',').map(Number)
const smallest = Math.min(...sizes.slice(0, 1))
const largest = Math.max(...sizes.slice(-1))
const rounds = options.quick ? 3 : 5
const seconds = options.quick ? 0.4 : 1
const checks = options.quick ? 100 : 300

const dayMs = 24 * 3_600_000
const day = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10)

const reads = {
  'list, first page': calls.orderList(),
  'list, page 50': calls.orderList({ pageNo: 50 }),
  "list, a month's filter": calls.orderList({ pageNo: 1, from: day(230), to: day(201) }),
  'statistics, 12 months': calls.statistics(),
  'score of the month': calls.score(),
}
const agents = { 100_000: bigAgent, 1_000: ordinaryAgent }

type Work = (round: number) => Pick<Job, 'requests' | 'seconds'>
type Cost = Record<'msPerCall' | 'p99Ms' | 'postgresMsPerCall' | 'postgresPagesPerCall', number>
type UrlOf = (database: string) => string

await runBench('growth', async temporary => {
  const bench = options.folder ? { ...temporary, folder: await keptFolder(options.folder) } : temporary
  await expectRoom(bench.folder)
  const postgres = bench.stopAtEnd(
    await startTunedPostgres({
      folder: join(bench.folder, 'postgres'),
      settings: { wal_level: 'minimal', max_wal_senders: '0' },
    }),
  )
  const urlOf: UrlOf = name => Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
  const admin = await connected(bench, postgres.url)
  await admin.query('create extension if not exists pg_stat_statements')
  await makeDatabases(bench, admin, urlOf)

  const servers = await startServers(bench, urlOf)
  const load = bench.stopAtEnd(startLoad())
  const rows: Row[] = []
  const measured: Record<string, Record<string, Cost[]>> = {}
  for (const [ofAgent, n] of Object.entries(agents))
    for (const [name, work] of Object.entries(works(n))) {
      const results = await inRounds(
        Object.fromEntries(
          servers.map(({ size, address }) => [size, (round: number) => measure(size, address, work(round))]),
        ),
        { rounds },
      )
      measured[`${name}, agent of ${ofAgent}`] = results
      const row = rowOf(name, ofAgent, results)
      rows.push(row)
      console.log(Object.values(row).join('  '))
    }
  bench.report({
    title: `A call's cost as the orders grow, ${connections} at once, against ${smallest} orders (goal: ${goal} at most)`,
    versions: { postgres: postgres.version },
    quick: options.quick || options.sizes !== undefined,
    rows,
    details: { sizes, databaseBytes: await databaseSizes(admin), measured },
  })

  async function measure(size: number, address: string, work: ReturnType<Work>): Promise<Cost> {
    const database = `growth_${size}`
    await admin.query('select pg_stat_statements_reset(0, oid, 0) from pg_database where datname = $1', [
      database,
    ])
    const result = await load.runWithoutFailure({ address, connections, ...work })
    // The server's jobs run statements too. The condition on `calls` leaves out all statements that run in fewer than
    // half of the calls.
    const { rows: totals } = await admin.query<{ ms: number; pages: number }>(
      `select sum(total_exec_time)::float8 as ms, sum(shared_blks_hit + shared_blks_read)::float8 as pages
       from pg_stat_statements s join pg_database d on d.oid = s.dbid where datname = $1 and calls >= $2`,
      [database, Math.floor(result.completed / 2)],
    )
    const { ms, pages } = totals[0] ?? { ms: Number.NaN, pages: Number.NaN }
    return {
      msPerCall: (connections * 1_000) / result.perSecond,
      p99Ms: percentile(result.latenciesMs, 99),
      postgresMsPerCall: ms / result.completed,
      postgresPagesPerCall: pages / result.completed,
    }
  }
})

async function expectRoom(folder: string) {
  const neededBytes = sizes.reduce((sum, size) => sum + size, 0) * bytesPerOrder
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < neededBytes)
    throw new Complaint(
      `${folder} needs ${Math.ceil(neededBytes / 2 ** 30)} GB of room: let TMPDIR name a folder that has it.`,
    )
}

async function keptFolder(name: string) {
  const path = resolve(name)
  await mkdir(path, { recursive: true, mode: 0o755 })
  return path
}

/**
 * Makes a database for each size, if it does not exist yet. The server makes the tables once, in a template. The bench
 * copies the template for each size, and fills the copy while no server uses it.
 */
async function makeDatabases(bench: Bench, admin: Client, urlOf: UrlOf) {
  const there = await databaseSizes(admin)
  if (!('growth_template' in there)) {
    await admin.query('create database growth_template')
    const folders = { folder: join(bench.folder, 'product'), databaseUrl: urlOf('growth_template') }
    await (await startMeasuredProduct(folders)).stop()
  }
  for (const size of sizes) {
    if (!(`growth_${size}` in there)) await makeDatabase(admin, urlOf, size)
    const client = await connected(bench, urlOf(`growth_${size}`))
    await client.query("delete from orders where status = 'INIT'")
    await client.query('vacuum orders')
  }
}

async function makeDatabase(admin: Client, urlOf: UrlOf, size: number) {
  await admin.query('drop database if exists growth_unfinished')
  await admin.query('create database growth_unfinished template growth_template')
  const began = performance.now()
  await loadOrders({
    url: urlOf('growth_unfinished'),
    orders: size,
    onProgress: (share, what) => {
      const percent = String(Math.round(share * 100)).padStart(3)
      const took = Math.round((performance.now() - began) / 1000)
      console.log(`loading ${size} orders: ${percent} % after ${took} s (${what})`)
    },
  })
  await admin.query(`alter database growth_unfinished rename to growth_${size}`)
}

async function startServers({ folder, stopAtEnd }: Bench, urlOf: UrlOf) {
  const databaseUrl = urlOf(`growth_${smallest}`)
  const product = stopAtEnd(await startMeasuredProduct({ folder: join(folder, 'product'), databaseUrl }))
  const servers = [{ size: smallest, address: product.address }]
  for (const size of sizes.slice(1)) {
    const { address } = await product.startServer({ DATABASE_URL: urlOf(`growth_${size}`) })
    servers.push({ size, address })
  }
  return servers
}

/** A reference check opens an order, so each check names a new reference. */
function works(n: number): Record<string, Work> {
  const firstReference = n === bigAgent ? 10_000 : 30_000
  return {
    ...Object.fromEntries(
      Object.entries(reads).map(([name, read]): [string, Work] => [
        name,
        () => ({ requests: [call(n, read)], seconds }),
      ]),
    ),
    'reference check': round => ({
      requests: Array.from({ length: checks }, (_, k) =>
        call(n, calls.checkReference(`DBS${firstReference + round * checks + k}`)),
      ),
    }),
  }
}

function rowOf(name: string, ofAgent: string, results: Record<string, Cost[]>): Row {
  const of = (size: number, what: keyof Cost) => (results[size] ?? []).map(result => result[what])
  const against = (what: keyof Cost) => ratio(of(largest, what), of(smallest, what))
  const atEachSize = (label: string, what: keyof Cost) =>
    Object.fromEntries(sizes.map(size => [`${label} at ${power(size)}`, median(of(size, what))]))
  const whole = against('msPerCall')
  return {
    call: name,
    'agent has': Number(ofAgent),
    ...atEachSize('ms', 'msPerCall'),
    ratio: whole.median,
    spread: spreadOf(whole),
    ...atEachSize('PostgreSQL ms', 'postgresMsPerCall'),
    'PostgreSQL ratio': against('postgresMsPerCall').median,
    ...atEachSize('pages', 'postgresPagesPerCall'),
  }
}

function power(size: number) {
  return Number.isInteger(Math.log10(size)) ? `10^${Math.log10(size)}` : String(size)
}

async function databaseSizes(admin: Client) {
  const { rows } = await admin.query<{ name: string; bytes: number }>(
    "select datname as name, pg_database_size(datname)::float8 as bytes from pg_database where datname like 'growth\\_%'",
  )
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]))
}
