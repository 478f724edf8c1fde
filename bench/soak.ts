/**
 * Half an hour at 70 % of the peak: what agents do in a day, in its proportions, at a steady rate. No call may fail,
 * the server's memory is to be flat (5 % over the last two thirds) and its p99 the same at the end as before.
 *
 *   npm run bench:soak [-- --minutes=2]
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { freePort } from '@ekyc/contract/testing/free-port'

import { runBench } from './measure/bench.ts'
import { agentCount, call, calls } from './measure/counter.ts'
import { cpuSeconds } from './measure/cpu-seconds.ts'
import { median, percentile } from './measure/figures.ts'
import { notCompleted, refusal, type LoadResult } from './measure/load.ts'
import { machine } from './measure/machine.ts'
import { report } from './measure/report.ts'
import { agentOf, askForWadh, openOrders, takeSubmits } from './measure/submits.ts'
import { startUnderLoad, type UnderLoad } from './measure/under-load.ts'

const shareOfPeak = 0.7
const connections = 10
const callsToWarmUp = 1_000
const callsToFindPeak = 3_000
const secondsOfPiece = 10
const usualMinutes = 30
const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: String(usualMinutes) } },
})
const minutes = Number(options.minutes)

/** Twenty calls of agents at work; a submit in each. */
const readsOfTwenty = [
  ...[1, 1, 1, 1, 1, 1, 1, 2, 3, 10].map(pageNo => calls.orderList({ pageNo })),
  ...['3M', '3M', '12M', 'Today'].map(calls.statistics),
  ...[1, 2, 3].map(calls.profile),
]
const checksOfTwenty = 2

type World = UnderLoad & { devicePort: number; wadh: string }
type Piece = Omit<LoadResult, 'latenciesMs' | 'latenciesByStatus'> & {
  p50: number
  p99: number
  worst: number
}

let asked = 0
let submits = 0

await runBench('soak', async bench => {
  const devicePort = await freePort()
  const underLoad = await startUnderLoad(bench, { devicePort })
  const { postgres, product } = underLoad
  const world = { ...underLoad, devicePort, wadh: await askForWadh(product.address, 'DBS20000') }

  const about = machine({ postgres: postgres.version })
  await run(world, await requestsOf(world, callsToWarmUp))
  const peak = (await run(world, await requestsOf(world, callsToFindPeak))).perSecond
  const rate = Math.round(peak * shareOfPeak)
  console.log(`peak ${Math.round(peak)} calls/s; ${minutes} minutes at ${rate}`)
  const memory = watchMemory(product.pids.server)
  const [began, cpuBefore] = [performance.now(), cpuSeconds(product.pids.server)]
  const pieces = await soak(world, rate)
  memory.stop()
  const spent = cpuSeconds(product.pids.server) - cpuBefore
  const took = (performance.now() - began) / 1000
  const summary = summaryOf(pieces, memory.samples)
  report({
    name: minutes === usualMinutes ? 'soak' : `soak-${minutes}`,
    title: `${minutes} minutes at ${shareOfPeak * 100} % of the peak of ${Math.round(peak)} calls/s`,
    machine: about,
    quick: minutes < 3,
    // A machine that others keep busy may not even do what is due.
    rows: [{ 'calls/s due': rate, done: summary.calls / took, ...summary }],
    details: { minutes, peak, serverCores: spent / took, pieces, memory: memory.samples },
  })
})

/** In pieces, since a capture may not be old when it is submitted: the next piece's are taken while one runs. */
async function soak(world: World, rate: number) {
  const pieces: Piece[] = []
  const endsAt = performance.now() + minutes * 60_000
  let next = await requestsOf(world, rate * secondsOfPiece)
  while (performance.now() < endsAt) {
    const [{ latenciesMs, latenciesByStatus: _, ...result }, requests] = await Promise.all([
      run(world, next, rate),
      requestsOf(world, rate * secondsOfPiece),
    ])
    next = requests
    pieces.push({
      ...result,
      p50: median(latenciesMs),
      p99: percentile(latenciesMs, 99),
      worst: percentile(latenciesMs, 100),
    })
    if (pieces.length % 6 === 0) tell(world, pieces.slice(-6))
  }
  return pieces
}

function tell({ product }: World, pieces: Piece[]) {
  const errors = sum(pieces.map(notCompleted))
  console.log(
    `${sum(pieces.map(({ completed }) => completed))} calls, ${errors} errors, ` +
      `p99 ${median(pieces.map(({ p99 }) => p99)).toFixed(1)} ms, ${memoryMb(product.pids.server).toFixed(0)} MB`,
  )
}

/** About so many calls, mixed. */
async function requestsOf(world: World, count: number) {
  const rounds = Math.ceil(count / (readsOfTwenty.length + checksOfTwenty + 1))
  const first = submits
  submits += rounds
  await openOrders(world.client, first, rounds)
  return (await takeSubmits(world, first, rounds)).flatMap(submit => [
    ...readsOfTwenty.map(read => call(agentOf((asked += 1)), read)),
    ...Array.from({ length: checksOfTwenty }, () => checkRequest((asked += 1))),
    call(submit.n, submit.asked),
  ])
}

/** 40,000 references that are never submitted, by each agent in its turn. */
function checkRequest(k: number) {
  const number = 20_000 + (Math.floor(k / agentCount) % 40_000)
  return call(agentOf(k), calls.checkReference(`DBS${number}`))
}

function run({ load, product }: World, requests: string[], rate?: number) {
  return load.run({ address: product.address, requests, connections, rate, isFailure: refusal })
}

/** The last two thirds: before, the server warms up. */
function summaryOf(pieces: Piece[], memory: number[]) {
  const steady = pieces.slice(Math.floor(pieces.length / 3))
  const p99s = steady.map(({ p99 }) => p99)
  const firstHalf = median(p99s.slice(0, p99s.length / 2))
  const secondHalf = median(p99s.slice(p99s.length / 2))
  const { begin, end } = endsOfLine(memory.slice(Math.floor(memory.length / 3)))
  const failure = pieces.find(({ firstFailure }) => firstFailure)?.firstFailure
  if (failure) console.log(`the first failure: ${failure}`)
  return {
    calls: sum(pieces.map(({ completed }) => completed)),
    errors: sum(pieces.map(notCompleted)),
    'p50 ms': median(pieces.map(({ p50 }) => p50)),
    'p99 ms, first half': firstHalf,
    'second half': secondHalf,
    'p99 ratio': secondHalf / firstHalf,
    'memory MB, from': begin,
    to: end,
    'growth %': (end / begin - 1) * 100,
  }
}

/** Where the straight line through all values (least squares) begins and ends. */
function endsOfLine(values: number[]) {
  const centre = (values.length - 1) / 2
  const mean = sum(values) / values.length
  const slope =
    sum(values.map((y, x) => (x - centre) * (y - mean))) / sum(values.map((_, x) => (x - centre) ** 2))
  return { begin: mean - slope * centre, end: mean + slope * centre }
}

function sum(values: number[]) {
  return values.reduce((total, value) => total + value, 0)
}

function watchMemory(pid: number) {
  const samples: number[] = []
  const timer = setInterval(() => samples.push(memoryMb(pid)), 2_000)
  return { samples, stop: () => clearInterval(timer) }
}

function memoryMb(pid: number) {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
