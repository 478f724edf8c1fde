/**
 * The bench compares log-ins a second with bare password hashes a second. Then it sends ten times as many log-ins, and
 * measures the order lists of signed-in agents, the log-ins that succeed, and the time until the others are refused.
 *
 *   npm run bench:log-in [-- --quick]
 */
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'

import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'

import { runBench } from './measure/bench.ts'
import { hashOfPassword } from '../server/src/testing/known-pepper.ts'
import { agent, call, calls, password, sqlOf } from './measure/counter.ts'
import { figure, median, percentile, ratio, spreadOf, type Figure } from './measure/figures.ts'
import { startLoad, type LoadResult } from './measure/load.ts'
import { inRounds } from './measure/rounds.ts'
import { startUnderLoad } from './measure/under-load.ts'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const seconds = options.quick ? 1 : 5
const rounds = options.quick ? 3 : 5
const cores = availableParallelism()
/** The server computes the same number. */
const hashesAtOnce = Math.max(1, cores - 1)
/** With this many agents, no agent tries again while the agent's first try waits. */
const agents = 5_000
const loaded = { agents, ordersEach: 20, daysEach: 20 }
const stormFold = 10
const listsPerSecond = 100
const inFlight = 300

await runBench('log-in', async bench => {
  const { postgres, product, client, load: lists } = await startUnderLoad(bench, {}, loaded)
  const logIns = bench.stopAtEnd(startLoad())
  // user/check marks a phone as verified for ten minutes; the bench may last longer.
  await client.query(`
    insert into verified_phones (mobile, verified_until)
      select ${sqlOf.mobile('n::text')}, now() + interval '1 day' from generate_series(1, ${agents}) n`)
  for (let n = 1; n <= agents; n += 1)
    await client.query('update agents set password_hash = $1 where id = $2', [
      await hashOfPassword(password, agent(n).id),
      agent(n).id,
    ])
  let lastPeak = 0

  const results = await inRounds(
    { bare, peak, idle: listOrders, busy: listAtPeak, storm },
    {
      rounds,
      onRound: (round, { bare: hashes, peak: { perSecond }, idle, storm: stormy }) =>
        console.log(
          `round ${round}: bare ${hashes.toFixed(0)}/s, log-ins ${perSecond.toFixed(0)}/s, ` +
            `lists p50 ${median(idle.latenciesMs).toFixed(1)} ms, p99 ${p99(idle).toFixed(1)} ms; ` +
            `in the storm lists p99 ${p99(stormy.lists).toFixed(1)} ms, ${JSON.stringify(stormy.logIns.statuses)}`,
        ),
    },
  )
  const peaks = results.peak.map(({ perSecond }) => perSecond)
  const completed = results.storm.map(({ logIns: { perSecond } }) => perSecond)
  const idleP99 = results.idle.map(p99)
  const busyP99 = results.busy.map(p99)
  const stormP99 = results.storm.map(round => p99(round.lists))
  const refusedP99 = results.storm.map(({ logIns: { refusedMs } }) => percentile(refusedMs, 99))
  bench.report({
    title: `Log-ins: ${hashesAtOnce} hashes at once on ${cores} cores; the storm is ${stormFold} times the peak`,
    versions: { postgres: postgres.version },
    quick: options.quick,
    rows: [
      row('log-ins a second a core', figure(peaks.map(perSecond => perSecond / cores)), '≥ 15'),
      row('bare hashes a second', figure(results.bare)),
      row('log-ins a second', figure(peaks)),
      row('… of the bare hash', ratio(peaks, results.bare), '≥ 0.9'),
      row('order list p99 ms, idle', figure(idleP99)),
      row('order list p99 ms, at the peak', figure(busyP99)),
      row('… of idle', ratio(busyP99, idleP99)),
      row('order list p99 ms, in the storm', figure(stormP99)),
      row('… of idle', ratio(stormP99, idleP99), '< 3'),
      row('log-ins a second in the storm', figure(completed)),
      row('… of the peak', ratio(completed, peaks), '≥ 0.9'),
      row('refused within ms, p99', figure(refusedP99), '≤ 100'),
    ],
  })

  async function peak() {
    const result = await runAtPeak()
    lastPeak = result.perSecond
    return result
  }

  /** Four log-ins per hash keep all hashes busy. */
  function runAtPeak() {
    return runLogIns({ connections: hashesAtOnce * 4 })
  }

  function listOrders() {
    const requests = Array.from({ length: 200 }, (_, index) => call(index + 1, calls.orderList()))
    return lists.run({ address: product.address, requests, connections: 20, seconds, rate: listsPerSecond })
  }

  /** Lists orders while log-ins run at their peak, where none is refused. */
  async function listAtPeak() {
    const [, listed] = await Promise.all([runAtPeak(), listOrders()])
    return listed
  }

  async function storm() {
    const [stormy, listed] = await Promise.all([
      runLogIns({ connections: inFlight, rate: lastPeak * stormFold }),
      listOrders(),
    ])
    return { lists: listed, logIns: stormy }
  }

  async function runLogIns(how: { connections: number; rate?: number }) {
    const requests = Array.from({ length: agents }, (_, index) => logIn(index + 1))
    const result = await logIns.run({ address: product.address, requests, seconds, ...how })
    const { perSecond, statuses, latenciesByStatus, firstFailure } = result
    return { perSecond, statuses, refusedMs: latenciesByStatus[503] ?? [], firstFailure }
  }
})

function logIn(n: number) {
  const encrypted = encryptPassword(password, agent(n).mobile)
  return call(n, {
    path: 'user/login/password',
    msgType: 'LOGIN',
    fields: username => ({ username, password: encrypted, otpDetails: null }),
  })
}

async function bare() {
  const program = fileURLToPath(new URL('measure/bare-hash.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [
    program,
    String(hashesAtOnce),
    String(seconds),
  ])
  return Number(stdout)
}

function p99({ latenciesMs }: LoadResult) {
  return percentile(latenciesMs, 99)
}

function row(what: string, value: Figure, goal = '') {
  return { what, median: value.median, spread: spreadOf(value), goal }
}
