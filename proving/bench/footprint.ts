/**
 * The bench measures the processor time that a server uses until it is ready, without Node's compile cache and with the
 * cache of an earlier start. It also measures the server's resident memory, both idle and under the usual mix of
 * agents' calls at 70 % of the peak rate.
 *
 *   npm run bench:footprint [-- --quick]
 */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { freePort } from '@ekyc/contract/testing/free-port'

import { runBench } from './measure/bench.ts'
import { call, calls } from './measure/counter.ts'
import { figure, spreadOf } from './measure/figures.ts'
import { cpuSeconds, memoryMb } from './measure/processes.ts'
import { inRounds } from './measure/rounds.ts'
import { agentOf, askForWadh, openOrders, referenceOf, takeSubmits } from './measure/submits.ts'
import { startUnderLoad } from './measure/under-load.ts'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const idleMs = options.quick ? 3_000 : 10_000
/** The number of pieces of the load. Each piece makes its own captures, because a capture expires. */
const pieces = options.quick ? 1 : 12
const secondsOfPiece = 10

/** The 17 reads in each 20 calls of an agent's usual mix. The other 3 calls are 2 reference checks and 1 submit. */
const readsOfTwenty = [
  ...[1, 1, 1, 1, 1, 1, 1, 2, 3, 10].map(pageNo => calls.orderList({ pageNo })),
  ...['3M', '3M', '12M', 'Today'].map(calls.statistics),
  ...[1, 2, 3].map(calls.profile),
]

await runBench('footprint', async bench => {
  const devicePort = await freePort()
  const { client, load, postgres, product } = await startUnderLoad(bench, { devicePort })
  const rounds = await inRounds(
    { plain: () => start(), compiled: () => start({ NODE_COMPILE_CACHE: join(bench.folder, 'compiled') }) },
    { rounds: options.quick ? 3 : 5 },
  )

  const world = { devicePort, wadh: await askForWadh(product.address, referenceOf(0)) }
  let orders = 1
  await run(await requests(500))
  const { perSecond: peak } = await run(await requests(2_000))
  const loaded: number[] = []
  for (let piece = 0; piece < pieces; piece += 1) {
    const rate = 0.7 * peak
    await run(await requests(rate * secondsOfPiece), rate)
    loaded.push(memoryMb(product.pids.server, 'VmRSS'))
  }

  bench.report({
    title: `A server's start and memory; the load is 70 % of ${Math.round(peak)} calls a second`,
    versions: { node: process.version, postgres: postgres.version },
    quick: options.quick,
    rows: [
      ...Object.entries(rounds).flatMap(([name, all]) => [
        row(
          `${name}: processor s until ready`,
          all.map(({ cpu }) => cpu),
        ),
        row(
          `${name}: MB when idle`,
          all.map(({ idle }) => idle),
        ),
      ]),
      row('MB under the load', loaded),
    ],
    details: { rounds, loaded },
  })

  async function start(env: NodeJS.ProcessEnv = {}) {
    const server = await product.startServer(env)
    const cpu = cpuSeconds(server.pid)
    await wait(idleMs)
    const idle = memoryMb(server.pid, 'VmRSS')
    await server.stop()
    return { cpu, idle }
  }

  function run(all: string[], rate?: number) {
    return load.runWithoutFailure({ address: product.address, requests: all, connections: 10, rate })
  }

  async function requests(count: number) {
    const [first, twenties] = [orders, Math.ceil(count / (readsOfTwenty.length + 3))]
    orders += twenties
    await openOrders(client, first, twenties)
    const submits = await takeSubmits(world, first, twenties)
    return submits.flatMap(({ n, asked }, round) => [
      ...readsOfTwenty.map((read, index) => call(agentOf(first + round * 17 + index), read)),
      ...[0, 1].map(check => call(agentOf(first + round), calls.checkReference(referenceOf(5_000 + check)))),
      call(n, asked),
    ])
  }
})

function row(what: string, values: number[]) {
  const measured = figure(values)
  return { what, median: measured.median, spread: spreadOf(measured) }
}
