/**
 * The bench submits one order after the other to a server that profiles itself. The longest run of samples in which the
 * event loop does not wait is the longest time for which the submit delays every other call. Other programs on the
 * same cores make it longer.
 *
 *   npm run bench:loop-stops [-- --quick]
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { freePort } from '@ekyc/contract/testing/free-port'

import { call } from './measure/counter.ts'
import { runBench } from './measure/bench.ts'
import { median, percentile } from './measure/figures.ts'
import { askForWadh, openOrders, referenceOf, takeSubmits } from './measure/submits.ts'
import { startUnderLoad } from './measure/under-load.ts'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const submits = options.quick ? 100 : 400
/** V8 has compiled the way of a submit by then. */
const warmUp = 200
const sampleUs = 100

type Profile = {
  nodes: { id: number; callFrame: { functionName: string } }[]
  startTime: number
  samples: number[]
  timeDeltas: number[]
}
type Period = { from: number; to: number }

await runBench('loop-stops', async bench => {
  const devicePort = await freePort()
  const folder = join(bench.folder, 'profiles')
  const nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-interval=${sampleUs}`]
  const { client, load, postgres, product } = await startUnderLoad(bench, { devicePort, nodeOptions })
  const wadh = await askForWadh(product.address, referenceOf(warmUp + submits))
  await openOrders(client, 0, warmUp + submits)
  const periods: Period[] = []
  for (const { n, asked } of await takeSubmits({ devicePort, wadh }, 0, warmUp + submits)) {
    const from = microseconds()
    const requests = [call(n, asked)]
    await load.runWithoutFailure({ address: product.address, requests, connections: 1 })
    periods.push({ from, to: microseconds() })
  }
  await product.stop()
  const stops = stopsIn(readProfile(folder))
  const longest = periods.slice(warmUp).map(period => longestIn(period, stops) / 1_000)
  const row = {
    median: median(longest),
    p95: percentile(longest, 95),
    highest: Math.max(...longest),
    goal: 2,
  }
  bench.report({
    title: 'The longest stop of the event loop in a submit, ms',
    versions: { postgres: postgres.version },
    quick: options.quick,
    rows: [{ submits, ...row }],
  })
})

/** Reads the profile of the main thread. */
function readProfile(folder: string): Profile {
  const [file = ''] = readdirSync(folder).filter(name => /\.0\.\d+\.cpuprofile$/.test(name))
  return JSON.parse(readFileSync(join(folder, file), 'utf8'))
}

/** Finds the periods in which the loop did not wait. V8 and Node count microseconds by the same clock. */
function stopsIn({ nodes, startTime, samples, timeDeltas }: Profile): Period[] {
  const waiting = new Set(nodes.filter(one => one.callFrame.functionName === '(idle)').map(({ id }) => id))
  const stops: Period[] = []
  let at = startTime
  let wasWaiting = true
  for (const [index, sample] of samples.entries()) {
    const from = at
    at += timeDeltas[index] ?? 0
    const isWaiting = waiting.has(sample)
    const last = stops.at(-1)
    if (!isWaiting && !wasWaiting && last) last.to = at
    else if (!isWaiting) stops.push({ from, to: at })
    wasWaiting = isWaiting
  }
  return stops
}

function longestIn(period: Period, stops: Period[]): number {
  const during = stops.filter(({ from, to }) => to > period.from && from < period.to)
  return Math.max(0, ...during.map(({ from, to }) => to - from))
}

function microseconds(): number {
  return Number(process.hrtime.bigint() / 1_000n)
}
