/**
 * What a call costs as the orders grow: the same calls by the same two agents against databases of 10,000, of a million
 * and of 10 million orders, in turn. One agent has 100,000 orders (all but 1,000 in the smallest database), the other
 * 1,000 in each. Both the whole call and PostgreSQL's share of it stand beside the smallest database's.
 *
 * Loading is part of it: some minutes, and 13 GB of disk in the folder for temporary files (TMPDIR); with --folder the
 * databases are kept there and found again.
 *
 *   npm run bench:growth [-- --quick] [--sizes=10000,1000000,10000000] [--folder=PATH]
 */
import { mkdir, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { Client } from 'pg'

import { Complaint, exitWith } from '../scripts/complaint.ts'
import { bigAgent, loadOrders, ordinaryAgent } from './growth/load-orders.mjs'
import { call } from './measure/counter.mjs'
import { median, ratio } from './measure/figures.mjs'
import { startLoad } from './measure/load.mjs'
import { machine } from './measure/machine.mjs'
import { startTunedPostgres } from './measure/postgres.mjs'
import { startMeasuredProduct } from './measure/product.mjs'
import { report } from './measure/report.mjs'
import { inRounds } from './measure/rounds.mjs'
import { workFolder } from './measure/work-folder.mjs'

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
const rounds = options.quick ? 3 : 5
const seconds = options.quick ? 0.4 : 1
const checks = options.quick ? 100 : 300

const dayMs = 24 * 3_600_000
const day = ago => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10)
const orderList = fields => n =>
  call(n, {
    path: 'ekyc/order/byUser',
    msgType: 'ORDER_HISTORY',
    fields: username => ({ username, ...fields }),
  })

const reads = {
  'list, first page': orderList({ pageNo: 1 }),
  'list, page 50': orderList({ pageNo: 50 }),
  "list, a month's filter": orderList({ pageNo: 1, from: day(230), to: day(201) }),
  'statistics, 12 months': n =>
    call(n, { path: 'mis/statistics/get', msgType: 'PROFILE', fields: id => ({ id, timeframe: '12M' }) }),
}
const agents = { 100_000: bigAgent, 1_000: ordinaryAgent }

const { path: folder, remove } = options.folder
  ? await keptFolder(options.folder)
  : await workFolder('growth')
const stops = [remove]
let load
try {
  await main()
} catch (error) {
  exitWith(error)
} finally {
  for (const stop of stops) await stop()
}

async function main() {
  await expectRoom()
  const postgres = await startTunedPostgres({
    folder: join(folder, 'postgres'),
    settings: { wal_level: 'minimal', max_wal_senders: '0' },
  })
  stops.unshift(postgres.stop)
  const urlOf = name => Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
  const admin = await connected(postgres.url)
  await admin.query('create extension if not exists pg_stat_statements')
  await makeDatabases(admin, urlOf)

  const addresses = await startServers(urlOf)
  load = startLoad()
  stops.unshift(load.stop)
  const about = machine({ postgres: postgres.version })
  const rows = []
  const measured = {}
  for (const [ofAgent, n] of Object.entries(agents))
    for (const [name, requestsOf] of Object.entries(works(n))) {
      const results = await inRounds(
        Object.fromEntries(
          sizes.map(size => [size, round => measure(admin, addresses[size], size, requestsOf(round))]),
        ),
        { rounds },
      )
      measured[`${name}, agent of ${ofAgent}`] = results
      rows.push(rowOf(name, ofAgent, results))
      console.log(Object.values(rows.at(-1)).join('  '))
    }
  report({
    name: 'growth',
    title: `A call's cost as the orders grow, ${connections} at once, against ${sizes[0]} orders (goal: ${goal} at most)`,
    machine: about,
    quick: options.quick || options.sizes !== undefined,
    rows,
    details: { sizes, databaseBytes: await databaseSizes(admin), measured },
  })
}

async function expectRoom() {
  const needed = sizes.reduce((sum, size) => sum + size, 0) * bytesPerOrder
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < needed)
    throw new Complaint(
      `${folder} needs ${Math.ceil(needed / 2 ** 30)} GB of room: let TMPDIR name a folder that has it.`,
    )
}

async function keptFolder(name) {
  const path = resolve(name)
  await mkdir(path, { recursive: true, mode: 0o755 })
  return { path, remove: async () => {} }
}

/** The server makes the tables once; each size gets a copy, and is filled while no server looks. */
async function makeDatabases(admin, urlOf) {
  const there = await databaseSizes(admin)
  if (!('growth_template' in there)) {
    await admin.query('create database growth_template')
    const folders = { folder: join(folder, 'product'), databaseUrl: urlOf('growth_template') }
    await (await startMeasuredProduct(folders)).stop()
  }
  for (const size of sizes) {
    if (!(`growth_${size}` in there)) await makeDatabase(admin, urlOf, size)
    const client = await connected(urlOf(`growth_${size}`))
    await client.query("delete from orders where status = 'INIT'")
    await client.query('vacuum orders')
  }
}

async function makeDatabase(admin, urlOf, size) {
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

async function startServers(urlOf) {
  const product = await startMeasuredProduct({
    folder: join(folder, 'product'),
    databaseUrl: urlOf(`growth_${sizes[0]}`),
  })
  stops.unshift(product.stop)
  const addresses = { [sizes[0]]: product.address }
  for (const size of sizes.slice(1))
    addresses[size] = (await product.startServer({ DATABASE_URL: urlOf(`growth_${size}`) })).address
  return addresses
}

/** A reference check opens an order: each names a reference that nobody has named yet. */
function works(n) {
  const references = ({ round }) =>
    Array.from({ length: checks }, (_, k) => {
      const number = 10_000 + round * checks + k + (n === bigAgent ? 0 : 20_000)
      return call(n, {
        path: 'ekyc/refcode/check/',
        msgType: 'CHECK_REF_NUMBER',
        fields: mobile => ({ mobile, dbsRefCode: `DBS${number}`, username: mobile }),
      })
    })
  return {
    ...Object.fromEntries(
      Object.entries(reads).map(([name, request]) => [name, () => ({ requests: [request(n)], seconds })]),
    ),
    'reference check': round => ({ requests: references({ round }) }),
  }
}

async function measure(admin, address, size, { requests, seconds: forSeconds }) {
  await admin.query('select pg_stat_statements_reset(0, oid, 0) from pg_database where datname = $1', [
    `growth_${size}`,
  ])
  const result = await load.run({
    address,
    requests,
    connections,
    seconds: forSeconds,
    isFailure: '"success":false',
  })
  if (result.completed === 0 || result.failed + result.refused + result.broken > 0)
    throw new Error(`calls failed: ${JSON.stringify({ ...result, latenciesMs: [], latenciesByStatus: {} })}`)
  // The server's jobs run in between: what a call needs has run about as often as there were calls.
  const { rows } = await admin.query(
    `select sum(total_exec_time)::float8 as ms, sum(shared_blks_hit + shared_blks_read)::float8 as pages
     from pg_stat_statements s join pg_database d on d.oid = s.dbid where datname = $1 and calls >= $2`,
    [`growth_${size}`, Math.floor(result.completed / 2)],
  )
  return {
    msPerCall: (connections * 1_000) / result.perSecond,
    p99Ms: result.latenciesMs.toSorted((a, b) => a - b)[Math.floor(result.latenciesMs.length * 0.99)],
    postgresMsPerCall: rows[0].ms / result.completed,
    postgresPagesPerCall: rows[0].pages / result.completed,
  }
}

function rowOf(name, ofAgent, results) {
  const of = (size, what) => results[size].map(result => result[what])
  const against = (size, what) => ratio(of(size, what), of(sizes[0], what))
  const largest = sizes.at(-1)
  const whole = against(largest, 'msPerCall')
  return {
    call: name,
    'agent has': Number(ofAgent),
    ...Object.fromEntries(sizes.map(size => [`ms at ${power(size)}`, median(of(size, 'msPerCall'))])),
    ratio: whole.median,
    spread: `${whole.low.toFixed(2)}–${whole.high.toFixed(2)}`,
    ...Object.fromEntries(
      sizes.map(size => [`PostgreSQL ms at ${power(size)}`, median(of(size, 'postgresMsPerCall'))]),
    ),
    'PostgreSQL ratio': against(largest, 'postgresMsPerCall').median,
    ...Object.fromEntries(
      sizes.map(size => [`pages at ${power(size)}`, median(of(size, 'postgresPagesPerCall'))]),
    ),
  }
}

function power(size) {
  return Number.isInteger(Math.log10(size)) ? `10^${Math.log10(size)}` : String(size)
}

async function databaseSizes(admin) {
  const { rows } = await admin.query(
    "select datname as name, pg_database_size(datname)::float8 as bytes from pg_database where datname like 'growth\\_%'",
  )
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]))
}

async function connected(url) {
  const client = new Client(url)
  await client.connect()
  stops.unshift(() => client.end())
  return client
}
