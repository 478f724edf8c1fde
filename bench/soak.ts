/**
 * The bench runs the mix of calls of agents' days at a steady rate, 70 % of the peak, for half an hour. No call may fail, the
 * server's memory must stay flat (5 % over the last two thirds), and its p99 must not grow.
 *
 *   npm run bench:soak [-- --minutes=2]
 */
import { parseArgs } from 'node:util'

import { freePort } from '@ekyc/contract/testing/free-port'

import { runBench } from './measure/bench.ts'
import { agentCount, call, calls } from './measure/counter.ts'
import { median, percentile } from './measure/figures.ts'
import { refusal, type LoadResult } from './measure/load.ts'
import { cpuSeconds, memoryMb } from './measure/processes.ts'
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

/** The first seventeen of twenty calls read; two more check a reference, and the last one submits. */
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

const name = minutes === usualMinutes ? 'soak' : `soak-${minutes}`
await runBench(name, async bench => {
  const devicePort = await freePort()
  const underLoad = await startUnderLoad(bench, { devicePort })
  const { postgres, product } = underLoad
  const world = { ...underLoad, devicePort, wadh: await askForWadh(product.address, 'DBS20000') }

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
  bench.report({
    title: `${minutes} minutes at ${shareOfPeak * 100} % of the peak of ${Math.round(peak)} calls/s`,
    versions: { postgres: postgres.version },
    quick: minutes < 3,
    // A busy machine may complete fewer calls than are due.
    rows: [{ 'calls/s due': rate, done: summary.calls / took, ...summary }],
    details: { minutes, peak, serverCores: spent / took, pieces, memory: memory.samples },
  })
})

/** Runs pieces of ten seconds, because a capture expires. While one piece runs, the captures of the next are taken. */
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
  const errors = sum(pieces.map(piece => piece.notCompleted))
  console.log(
    `${sum(pieces.map(({ completed }) => completed))} calls, ${errors} errors, ` +
      `p99 ${median(pieces.map(({ p99 }) => p99)).toFixed(1)} ms, ${memoryMb(product.pids.server, 'VmRSS').toFixed(0)} MB`,
  )
}

/** Returns at least `count` requests, mixed. */
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

/** Checks one of 40,000 references that are never submitted. */
function checkRequest(k: number) {
  const number = 20_000 + (Math.floor(k / agentCount) % 40_000)
  return call(agentOf(k), calls.checkReference(`DBS${number}`))
}

function run({ load, product }: World, requests: string[], rate?: number) {
  return load.run({ address: product.address, requests, connections, rate, isFailure: refusal })
}

/** Sums up the last two thirds, since the server warms up in the first. */
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
    errors: sum(pieces.map(({ notCompleted }) => notCompleted)),
    'p50 ms': median(pieces.map(({ p50 }) => p50)),
    'p99 ms, first half': firstHalf,
    'second half': secondHalf,
    'p99 ratio': secondHalf / firstHalf,
    'memory MB, from': begin,
    to: end,
    'growth %': (end / begin - 1) * 100,
  }
}

/** Returns both ends of the straight line through all values (least squares). */
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
  const timer = setInterval(() => samples.push(memoryMb(pid, 'VmRSS')), 2_000)
  return { samples, stop: () => clearInterval(timer) }
}
