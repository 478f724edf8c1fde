/**
 * The bench compares a Citus cluster with one PostgreSQL on the same cores: calls per second, processor time per call
 * of server and database, and statements that touched more than one shard, as Citus counts them. It measures the
 * cluster with few and with many orders. Finally it writes audit rows at a steady rate while a sealer runs.
 *
 *   CITUS_TOOL=FILE npm run bench:cluster [-- --quick] [--sizes=10000,1000000] [--when=SIGN]
 *
 * FILE is a program that makes a cluster, as for `npm run drill:cluster`. Loading the orders takes most of the time.
 * With `--when`, the bench waits before each kind of call until the file SIGN exists. Create this file when no other
 * program uses the machine.
 */
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { Complaint } from '../../scripts/complaint.ts'
import { costOf, idleOf, type Cost } from './cluster/costs.ts'
import { measureSealing } from './cluster/sealing.ts'
import { startTargets, type Target } from './cluster/targets.ts'
import { ordinaryAgent } from './growth/load-orders.ts'
import { runBench } from './measure/bench.ts'
import { call, calls } from './measure/counter.ts'
import { median, ratio, spreadOf } from './measure/figures.ts'
import { startLoad, type Job } from './measure/load.ts'
import type { Row } from './measure/report.ts'
import { inRounds } from './measure/rounds.ts'
import { askForWadh, openOrders, takeSubmits } from './measure/submits.ts'
import { connected } from './measure/under-load.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    when: { type: 'string' },
  },
})
const [few = 0, many = 0] = (options.sizes ?? (options.quick ? '10000,300000' : '10000,10000000'))
  .split(',')
  .map(Number)
const rounds = options.quick ? 2 : 5
/** The duration of the measurement of a read, in seconds. In that time the sweep, the most expensive job, runs once. */
const seconds = 5
const writes = 120
const connections = 4

type Work = (target: Target, round: number) => Promise<Pick<Job, 'requests' | 'seconds'>>

await runBench('cluster', async bench => {
  const tool = process.env.CITUS_TOOL
  if (!tool) throw new Complaint('Set CITUS_TOOL to a program that makes a Citus cluster.')
  const { targets, versions } = await startTargets(bench, tool, { few, many })
  const load = bench.stopAtEnd(startLoad())
  await untilSign()
  const idle = new Map(
    await Promise.all(targets.map(async target => [target, await idleOf(target)] as const)),
  )

  const works: Record<string, Work> = {
    'list, first page': reads(calls.orderList()),
    'list, page 50': reads(calls.orderList({ pageNo: 50 })),
    'statistics, 12 months': reads(calls.statistics()),
    profile: reads(calls.profile()),
    'reference check': async (_target, round) => ({
      requests: Array.from({ length: writes }, (_, index) => {
        const reference = `DBS1${String(round * writes + index).padStart(4, '0')}`
        return call(ordinaryAgent, calls.checkReference(reference))
      }),
    }),
    submit: submits,
  }
  const rows: Row[] = []
  const measured: Record<string, Record<string, Cost[]>> = {}
  for (const [name, work] of Object.entries(works)) {
    await untilSign()
    const results = await inRounds(
      Object.fromEntries(
        targets.map(target => [
          target.name,
          async (round: number) => {
            const used = idle.get(target)
            if (!used) throw new Error(target.name)
            return costOf(target, load, used, { connections, ...(await work(target, round)) })
          },
        ]),
      ),
      { rounds },
    )
    measured[name] = results
    const [single = '', less = ''] = targets.map(target => target.name)
    for (const [target, costs] of Object.entries(results))
      rows.push(rowOf(name, target, costs, { single: results[single], less: results[less] }))
    console.table(rows.slice(-Object.keys(results).length))
  }
  const sealing: Row[] = []
  tell() // The bench reports now, because the measurement of the sealing may fail after hours of work.
  for (const target of targets.slice(0, 2)) {
    // The server must stop, because its sealer would refuse, again and again, the rows that the measurement signs with
    // another key.
    await target.product.stop()
    sealing.push({ on: target.name, ...(await measureSealing(target.url, options.quick ? 5 : 30)) })
  }
  console.table(sealing)
  tell()

  function tell() {
    bench.report({
      title: `Calls on a cluster of three nodes and on one PostgreSQL, ${connections} at once, all on the same cores`,
      versions,
      quick: options.quick || options.sizes !== undefined,
      rows,
      details: {
        sizes: [few, many],
        idlePerSecond: [...idle].map(([{ name }, used]) => ({ name, ...used })),
        sealing,
        measured,
      },
    })
  }

  async function submits(target: Target, round: number) {
    const client = await connected(bench, target.url)
    const first = 5_000 + round * writes
    await openOrders(client, first, writes)
    const wadh = await askForWadh(target.product.address, 'DBS19999')
    const newSubmits = await takeSubmits({ devicePort: target.devicePort, wadh }, first, writes)
    return { requests: newSubmits.map(({ n, asked }) => call(n, asked)) }
  }
})

async function untilSign() {
  if (options.when) console.log(`Waiting for ${options.when}.`)
  while (options.when && !existsSync(options.when)) await wait(200)
}

function reads(asked: ReturnType<typeof calls.profile>): Work {
  return async () => ({ requests: [call(ordinaryAgent, asked)], seconds })
}

function rowOf(
  name: string,
  target: string,
  costs: Cost[],
  { single, less }: { single: Cost[] | undefined; less: Cost[] | undefined },
): Row {
  const all = (of: Cost[] | undefined, what: keyof Cost) => (of ?? []).map(cost => cost[what])
  const whole = (of: Cost[] | undefined) => (of ?? []).map(cost => cost.serverMs + cost.databaseMs)
  const growth = less && ratio(whole(costs), whole(less))
  const against = ratio(all(costs, 'databaseMs'), all(single, 'databaseMs'))
  return {
    call: name,
    on: target,
    'calls/s': median(all(costs, 'perSecond')),
    'p99 ms': median(all(costs, 'p99Ms')),
    'server ms': median(all(costs, 'serverMs')),
    'database ms': median(all(costs, 'databaseMs')),
    'of one PostgreSQL': against.median,
    spread: spreadOf(against),
    'of few orders': target.startsWith('cluster') ? growth?.median : undefined,
    'many shards': median(all(costs, 'manyShards')),
    'refused %': median(all(costs, 'refusedPercent')),
  }
}
