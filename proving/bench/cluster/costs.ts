import { setTimeout as wait } from 'node:timers/promises'

import { percentile } from '../measure/figures.ts'
import { refusal, type Job, type Load } from '../measure/load.ts'
import { cpuSeconds } from '../measure/processes.ts'
import { query } from './nodes.ts'
import type { Target } from './targets.ts'

/** The processor time of a target, in total or per second, in ms. `manyShards` counts statements on several shards. */
type Used = { atMs: number; serverMs: number; databaseMs: number; manyShards: number }
export type Cost = Record<
  'perSecond' | 'p99Ms' | 'serverMs' | 'databaseMs' | 'manyShards' | 'refusedPercent',
  number
>

/** The wait, in ms, until the jobs that run at a server's start, such as the hourly ones, have ended. */
const startMs = 20_000
/** The length of a measurement without calls, in ms: twice the interval of the sweep, the most expensive job. */
const idleMs = 10_000

/** Measures the processor time per second of a target without calls. The server's own jobs use the processor too. */
export async function idleOf(target: Target): Promise<Used> {
  await wait(startMs)
  const before = await usedBy(target)
  await wait(idleMs)
  return perSecond(before, await usedBy(target))
}

/** @returns the cost of one call, minus what the target uses without calls in the same time */
export async function costOf(
  target: Target,
  load: Load,
  idle: Used,
  job: Omit<Job, 'address'>,
): Promise<Cost> {
  const before = await usedBy(target)
  const result = await load.run({ ...job, isFailure: refusal, address: target.product.address })
  if (result.completed === 0) throw new Error(`${target.name}: ${result.firstFailure}`)
  if (result.firstFailure !== undefined) console.log(`${target.name}: ${result.firstFailure}`)
  const after = await usedBy(target)
  const seconds = (after.atMs - before.atMs) / 1_000
  const perCall = (what: 'serverMs' | 'databaseMs' | 'manyShards') =>
    (after[what] - before[what] - idle[what] * seconds) / result.completed
  return {
    perSecond: result.perSecond,
    p99Ms: percentile(result.latenciesMs, 99),
    serverMs: perCall('serverMs'),
    databaseMs: perCall('databaseMs'),
    manyShards: perCall('manyShards'),
    refusedPercent: (100 * result.notCompleted) / (result.completed + result.notCompleted),
  }
}

function perSecond(before: Used, after: Used): Used {
  const seconds = (after.atMs - before.atMs) / 1_000
  const rate = (what: keyof Used) => (after[what] - before[what]) / seconds
  return {
    atMs: 0,
    serverMs: rate('serverMs'),
    databaseMs: rate('databaseMs'),
    manyShards: rate('manyShards'),
  }
}

async function usedBy({ product, pids, isCluster, url }: Target): Promise<Used> {
  const [counted] = isCluster ? await query<{ many: number }>(url, countManyShards) : []
  return {
    atMs: performance.now(),
    serverMs: cpuSeconds(product.pids.server) * 1_000,
    databaseMs: pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0) * 1_000,
    manyShards: counted?.many ?? 0,
  }
}

const countManyShards = `
  select query_execution_multi_shard::float8 as many from citus_stat_counters where name = current_database()`
