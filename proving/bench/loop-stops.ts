/**
 * The bench submits one order after the other to a server that profiles itself. For each order, it finds the longest
 * run of samples in which the event loop does not wait. For that time, the submit delays every other call. Other
 * programs on the same cores lengthen that time.
 *
 *   npm run bench:loop-stops [-- --quick]
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { freePort } from '@ekyc/contract/testing/free-port'

import { runBench } from './measure/bench.ts'
import { call } from './measure/counter.ts'
import { median, percentile } from './measure/figures.ts'
import { askForWadh, openOrders, referenceOf, takeSubmits } from './measure/submits.ts'
import { startUnderLoad } from './measure/under-load.ts'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
/** The number of first submits that do not count, because V8 still compiles their code. */
const warmUp = 200
const submits = warmUp + (options.quick ? 100 : 400)

await runBench('loop-stops', async bench => {
  const devicePort = await freePort()
  const folder = join(bench.folder, 'profiles')
  const nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=100']
  const { client, load, postgres, product } = await startUnderLoad(bench, { devicePort, nodeOptions })
  const wadh = await askForWadh(product.address, referenceOf(submits))
  await openOrders(client, 0, submits)
  const began: number[] = []
  for (const { n, asked } of await takeSubmits({ devicePort, wadh }, 0, submits)) {
    // V8's profile has times in µs, on the same clock as process.hrtime.
    began.push(Number(process.hrtime.bigint() / 1_000n))
    await load.runWithoutFailure({ address: product.address, requests: [call(n, asked)], connections: 1 })
  }
  await product.stop()
  const ms = longestStops(folder, began).slice(warmUp)
  bench.report({
    title: 'The longest stop of the event loop in a submit, ms',
    versions: { postgres: postgres.version },
    quick: options.quick,
    rows: [{ submits: ms.length, median: median(ms), p95: percentile(ms, 95), goal: 2 }],
  })
})

/** Returns the longest stop of the event loop in each submit, in ms, from the profile of the main thread. */
function longestStops(folder: string, began: number[]): number[] {
  const [file = ''] = readdirSync(folder).filter(name => /\.0\.\d+\.cpuprofile$/.test(name))
  const { nodes, startTime, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
    nodes: { id: number; callFrame: { functionName: string } }[]
    startTime: number
    samples: number[]
    timeDeltas: number[]
  }
  const waiting = new Set(nodes.filter(one => one.callFrame.functionName === '(idle)').map(({ id }) => id))
  const longest = began.map(() => 0)
  let [at, stop, submit] = [startTime, 0, 0]
  for (const [index, sample] of samples.entries()) {
    const us = timeDeltas[index] ?? 0
    at += us
    while (at > (began[submit + 1] ?? Infinity)) submit += 1
    stop = waiting.has(sample) ? 0 : stop + us
    longest[submit] = Math.max(longest[submit] ?? 0, stop / 1_000)
  }
  return longest
}
