/**
 * Half an hour at 70 % of the peak: what agents do in a day, in its proportions, at a steady rate. No call may fail,
 * the server's memory is to be flat (5 % over the last two thirds) and its p99 the same at the end as before.
 *
 *   npm run bench:soak [-- --minutes=2]
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { Client } from 'pg'

import { exitWith } from '../scripts/complaint.ts'
import { takeCaptures } from './measure/captures.mjs'
import { agent, agentCount, call, loadAgents, orderId, sqlOf } from './measure/counter.mjs'
import { cpuSeconds } from './measure/cpu-seconds.mjs'
import { median, percentile } from './measure/figures.mjs'
import { freePort } from './measure/free-port.mjs'
import { startLoad } from './measure/load.mjs'
import { machine } from './measure/machine.mjs'
import { startTunedPostgres } from './measure/postgres.mjs'
import { startMeasuredProduct } from './measure/product.mjs'
import { report } from './measure/report.mjs'
import { workFolder } from './measure/work-folder.mjs'

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
const listPage = pageNo => n =>
  call(n, { path: 'ekyc/order/byUser', msgType: 'ORDER_HISTORY', fields: username => ({ username, pageNo }) })
const statistics = timeframe => n =>
  call(n, { path: 'mis/statistics/get', msgType: 'PROFILE', fields: id => ({ id, timeframe }) })
const profile = n =>
  call(n, { path: 'user/profile/get', msgType: 'PROFILE', fields: username => ({ username }) })
const readsOfTwenty = [
  ...[1, 1, 1, 1, 1, 1, 1, 2, 3, 10].map(listPage),
  ...['3M', '3M', '12M', 'Today'].map(statistics),
  profile,
  profile,
  profile,
]
const checksOfTwenty = 2
const references = 10_000

const { path: folder, remove } = await workFolder('soak')
const stops = [remove]
const devicePort = await freePort()
let client, load, product, wadh
let asked = 0
let submits = 0
try {
  await main()
} catch (error) {
  exitWith(error)
} finally {
  for (const stop of stops) await stop()
}

async function main() {
  const postgres = await startTunedPostgres({ folder: join(folder, 'postgres') })
  stops.unshift(postgres.stop)
  product = await startMeasuredProduct({
    folder: join(folder, 'product'),
    databaseUrl: postgres.url,
    devicePort,
  })
  stops.unshift(product.stop)
  await product.tellSandbox('device', { delayMs: 0 })
  load = startLoad()
  stops.unshift(load.stop)
  client = new Client(postgres.url)
  await client.connect()
  stops.unshift(() => client.end())
  await loadAgents(client)
  wadh = await askForWadh()

  const about = machine({ postgres: postgres.version })
  await run(await piece(callsToWarmUp))
  const peak = (await run(await piece(callsToFindPeak))).perSecond
  const rate = Math.round(peak * shareOfPeak)
  console.log(`peak ${Math.round(peak)} calls/s; ${minutes} minutes at ${rate}`)
  const memory = watchMemory(product.pids.server)
  const [began, cpuBefore] = [performance.now(), cpuSeconds(product.pids.server)]
  const pieces = await soak(rate)
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
}

/** In pieces, since a capture may not be old when it is submitted: the next piece's are taken while one runs. */
async function soak(rate) {
  const pieces = []
  const endsAt = performance.now() + minutes * 60_000
  let next = await piece(rate * secondsOfPiece)
  while (performance.now() < endsAt) {
    const running = run(next, rate)
    ;[, next] = await Promise.all([running, piece(rate * secondsOfPiece)])
    const { latenciesMs, latenciesByStatus: _, ...result } = await running
    pieces.push({
      ...result,
      p50: median(latenciesMs),
      p99: percentile(latenciesMs, 99),
      worst: percentile(latenciesMs, 100),
    })
    if (pieces.length % 6 === 0) tell(pieces.slice(-6))
  }
  return pieces
}

function tell(pieces) {
  const errors = sum(pieces, wrong)
  console.log(
    `${sum(pieces, ({ completed }) => completed)} calls, ${errors} errors, ` +
      `p99 ${median(pieces.map(({ p99 }) => p99)).toFixed(1)} ms, ${memoryMb(product.pids.server).toFixed(0)} MB`,
  )
}

/** About so many calls, mixed; orders to submit are opened by SQL, so that their ids are known beforehand. */
async function piece(calls) {
  const rounds = Math.ceil(calls / (readsOfTwenty.length + checksOfTwenty + 1))
  const first = submits
  submits += rounds
  await openOrders(first, rounds)
  const agentOf = k => (k % agentCount) + 1
  const captures = await takeCaptures({
    devicePort,
    wadh,
    count: rounds,
    mobileOf: index => agent(agentOf(first + index)).mobile,
  })
  return captures.flatMap((capture, index) => [
    ...readsOfTwenty.map(request => request(agentOf((asked += 1)))),
    ...Array.from({ length: checksOfTwenty }, () => checkRequest((asked += 1))),
    submitRequest(agentOf(first + index), first + index, capture),
  ])
}

async function openOrders(first, count) {
  // A reference that has succeeded is never checked again: when its turn comes once more, it is a new customer's.
  await client.query(
    `delete from reference_records where reference in
       (select 'DBS1' || lpad((k % ${references})::text, 4, '0') from generate_series($1::int, $2::int) k)`,
    [first, first + count - 1],
  )
  await client.query(
    `insert into orders (agent_id, id, reference, status, created_on, expires_on)
     select ${sqlOf.agentId(`(k % ${agentCount} + 1)::text`)}, ${sqlOf.orderId('k::text')},
       'DBS1' || lpad((k % ${references})::text, 4, '0'), 'INIT', now() - interval '1 minute', now() + interval '1 day'
     from generate_series($1::int, $2::int) k on conflict do nothing`,
    [first, first + count - 1],
  )
}

/** 40,000 references that are never submitted, by each agent in its turn. */
function checkRequest(k) {
  const number = 20_000 + (Math.floor(k / agentCount) % 40_000)
  return call((k % agentCount) + 1, {
    path: 'ekyc/refcode/check/',
    msgType: 'CHECK_REF_NUMBER',
    fields: mobile => ({ mobile, dbsRefCode: `DBS${number}`, username: mobile }),
  })
}

function submitRequest(n, k, biometricDeviceInfo) {
  return call(n, {
    path: 'ekyc/order/submit',
    msgType: 'CREATE_KYC_ORDER',
    fields: username => ({
      username,
      sessionId: 'session-1',
      roid: username,
      orderId: orderId(k),
      biometricDeviceInfo,
    }),
  })
}

async function askForWadh() {
  const { mobile, token } = agent(1)
  const answer = await fetch(`${product.address}/api/v1/dbs/ekyc/refcode/check/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ header: {}, device: {}, mobile, dbsRefCode: 'DBS20000', username: mobile }),
  })
  return (await answer.json()).biometricConstants.wadh
}

function run(requests, rate) {
  return load.run({
    address: product.address,
    requests,
    connections,
    ...(rate && { rate }),
    isFailure: '"success":false',
  })
}

function wrong({ failed, refused, broken }) {
  return failed + refused + broken
}

/** The last two thirds: before, the server warms up. */
function summaryOf(pieces, memory) {
  const steady = pieces.slice(Math.floor(pieces.length / 3))
  const [firstHalf, secondHalf] = halves(steady.map(({ p99 }) => p99)).map(median)
  const [memoryBefore, memoryAfter] = endsOfLine(memory.slice(Math.floor(memory.length / 3)))
  const failure = pieces.find(({ firstFailure }) => firstFailure)?.firstFailure
  if (failure) console.log(`the first failure: ${failure}`)
  return {
    calls: sum(pieces, ({ completed }) => completed),
    errors: sum(pieces, wrong),
    'p50 ms': median(pieces.map(({ p50 }) => p50)),
    'p99 ms, first half': firstHalf,
    'second half': secondHalf,
    'p99 ratio': secondHalf / firstHalf,
    'memory MB, from': memoryBefore,
    to: memoryAfter,
    'growth %': (memoryAfter / memoryBefore - 1) * 100,
  }
}

/** Where the straight line through all values (least squares) begins and ends. */
function endsOfLine(values) {
  const meanOf = all => sum(all, value => value) / all.length
  const centre = (values.length - 1) / 2
  const mean = meanOf(values)
  const slope =
    sum([...values.entries()], ([x, y]) => (x - centre) * (y - mean)) /
    sum([...values.keys()], x => (x - centre) ** 2)
  return [mean - slope * centre, mean + slope * centre]
}

function halves(values) {
  return [values.slice(0, values.length / 2), values.slice(values.length / 2)]
}

function sum(values, of) {
  return values.reduce((total, value) => total + of(value), 0)
}

function watchMemory(pid) {
  const samples = []
  const timer = setInterval(() => samples.push(memoryMb(pid)), 2_000)
  return { samples, stop: () => clearInterval(timer) }
}

function memoryMb(pid) {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
