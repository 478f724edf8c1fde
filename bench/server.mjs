/**
 * How much of what the database can do reaches the agents: calls a second through the whole server — token, schema,
 * rules, audit, log — against pgbench running the same statements on the same rows of the same PostgreSQL, in turn. The
 * statements are read from PostgreSQL's log and counted by pg_stat_statements; bank and authority are the sandbox's,
 * over HTTP, without delay. For reads a bare HTTP server in Node stands beside them, which runs the same statements and
 * does nothing else: more than that no server in Node can reach on this machine. "left at the goal" is the processor
 * time that would be the server's, did it reach its goal while the others on this machine need what they need.
 *
 *   npm run bench:server [-- --quick] [--only=orderList,submit] [--profile=FOLDER]
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { Client } from 'pg'

import { ask, calls, loadAgents } from './measure/counter.mjs'
import { cpuSeconds } from './measure/cpu-seconds.mjs'
import { figure, median, percentile, ratio } from './measure/figures.mjs'
import { freePort } from './measure/free-port.mjs'
import { startLoad } from './measure/load.mjs'
import { machine } from './measure/machine.mjs'
import { pgbench, pgbenchScript } from './measure/pgbench.mjs'
import { startTunedPostgres } from './measure/postgres.mjs'
import { startMeasuredProduct } from './measure/product.mjs'
import { report } from './measure/report.mjs'
import { inRounds } from './measure/rounds.mjs'
import { executionsById, resetStatistics, statementsOfCall } from './measure/statements.mjs'
import { workFolder } from './measure/work-folder.mjs'
import { startBareServer } from './server/bare-server.mjs'
import { meaningIn } from './server/meaning-of-literals.mjs'
import { questions, referenceOf } from './server/questions.mjs'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    profile: { type: 'string' },
  },
})
const seconds = options.quick ? 1 : 4
const roundsEach = options.quick ? 3 : 5
/** As many as the server has connections to the database. */
const connections = 10
const submitted = options.quick ? 100 : 300

const { path: folder, remove } = await workFolder('server')
const stops = [remove]
const devicePort = await freePort()
let postgres, product, load, client
try {
  await main()
} finally {
  for (const stop of stops) await stop()
}

async function main() {
  postgres = await startTunedPostgres({ folder: join(folder, 'postgres') })
  stops.unshift(postgres.stop)
  product = await startMeasuredProduct({
    folder: join(folder, 'product'),
    databaseUrl: postgres.url,
    devicePort,
    nodeOptions: options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : [],
  })
  stops.unshift(product.stop)
  await product.tellSandbox('device', { delayMs: 0 })
  load = startLoad()
  stops.unshift(load.stop)
  client = new Client(postgres.url)
  await client.connect()
  stops.unshift(() => client.end())
  await loadAgents(client)
  const { biometricConstants } = await ask(product.address, 1, calls.checkReference(referenceOf(0)))
  const { wadh } = biometricConstants
  const all = questions({ client, devicePort, wadh, connections, submitted })

  const about = machine({ postgres: postgres.version })
  const names = options.only?.split(',') ?? Object.keys(all)
  const measured = {}
  for (const name of names) measured[name] = await measure(name, all[name])
  report({
    name: 'server',
    title: `Calls a second through the server against pgbench on the same statements, ${connections} at once`,
    machine: about,
    quick: options.quick,
    rows: Object.entries(measured).map(([name, { row }]) => ({ call: name, ...row })),
    details: { measured },
  })
}

async function measure(
  name,
  { goal, isRead, once: isOnce, before = async () => {}, requests, variables, define },
) {
  const file = join(folder, `${name}.sql`)
  await before()
  const samples = await requests(0)
  const statements = await statementsOfCall({
    client,
    logFile: postgres.logFile,
    ask: async sample => expectDone(await load.run(job([samples[sample]]))),
  })
  pgbenchScript({ file, variables, statements, meaning: meaningIn(statements) })

  const bare = isRead ? await startBareServer({ url: postgres.url, connections, statements }) : undefined
  const rounds = await inRounds(
    {
      ...(bare && {
        async bare(round) {
          const cpuBefore = cpuSeconds(bare.pid)
          const { perSecond, completed } = await load.run({
            ...job(await requests(round), seconds),
            address: bare.address,
          })
          return { perSecond, cpuMsPerCall: ((cpuSeconds(bare.pid) - cpuBefore) * 1_000) / completed }
        },
      }),
      async server(round) {
        await before()
        const all = await requests(round)
        await resetStatistics(client)
        const cpuBefore = cpuOfEach()
        const {
          latenciesMs,
          perSecond,
          completed,
          cpuSeconds: ofLoad,
        } = expectDone(await load.run(job(all, isOnce ? undefined : seconds)))
        const executions = await executionsById(client)
        const cpu = {
          ...Object.fromEntries(Object.entries(cpuOfEach()).map(([who, to]) => [who, to - cpuBefore[who]])),
          load: ofLoad,
        }
        return {
          perSecond,
          p50: median(latenciesMs),
          p99: percentile(latenciesMs, 99),
          statements: statements.map(({ text, queryId }) => ({
            text,
            executionsPerCall: (executions.get(queryId) ?? 0) / completed,
          })),
          cpuMsPerCall: Object.fromEntries(
            Object.entries(cpu).map(([who, spent]) => [who, (spent * 1_000) / completed]),
          ),
        }
      },
      async pgbench() {
        await before()
        const program = postgres.bin('pgbench')
        return pgbench({ program, url: postgres.url, file, clients: connections, seconds, define })
      },
    },
    {
      rounds: roundsEach,
      onRound: (round, { server, pgbench: limit }) =>
        console.log(
          `${name} round ${round}: ${Math.round(server.perSecond)}/s, pgbench ${Math.round(limit)}/s`,
        ),
    },
  )

  bare?.stop()

  const perSecond = rounds.server.map(round => round.perSecond)
  const barePerSecond = rounds.bare?.map(round => round.perSecond)
  const share = ratio(perSecond, rounds.pgbench)
  const cpu = rounds.server.at(-1).cpuMsPerCall
  const ms = who => median(rounds.server.map(({ cpuMsPerCall }) => cpuMsPerCall[who]))
  const others = Object.keys(cpu).filter(who => who !== 'server')
  const othersMs = others.reduce((sum, who) => sum + ms(who), 0)
  return {
    row: {
      'calls/s': figure(perSecond).median,
      'bare Node/s': bare && figure(barePerSecond).median,
      'pgbench/s': figure(rounds.pgbench).median,
      ratio: share.median,
      spread: `${share.low.toFixed(2)}–${share.high.toFixed(2)}`,
      goal,
      'of bare Node': bare && ratio(perSecond, barePerSecond).median,
      'bare of pgbench': bare && ratio(barePerSecond, rounds.pgbench).median,
      statements: statements.length,
      'p50 ms': median(rounds.server.map(({ p50 }) => p50)),
      'p99 ms': median(rounds.server.map(({ p99 }) => p99)),
      ...Object.fromEntries(Object.keys(cpu).map(who => [`${who} ms`, ms(who)])),
      'bare Node ms': bare && median(rounds.bare.map(({ cpuMsPerCall }) => cpuMsPerCall)),
      'left at the goal, ms': cpuMsAtRate(goal * figure(rounds.pgbench).median) - othersMs,
    },
    rounds,
  }
}

/** What all who share this machine have of its cores for a call, when so many are done a second. */
function cpuMsAtRate(perSecond) {
  return (availableParallelism() * 1_000) / perSecond
}

function job(requests, forSeconds) {
  return {
    address: product.address,
    requests,
    connections: Math.min(connections, requests.length),
    seconds: forSeconds,
    isFailure: '"success":false',
  }
}

function expectDone(result) {
  if (result.completed === 0 || result.failed + result.refused + result.broken > 0)
    throw new Error(`calls failed: ${JSON.stringify({ ...result, latenciesMs: [], latenciesByStatus: {} })}`)
  return result
}

function cpuOfEach() {
  return {
    server: cpuSeconds(product.pids.server),
    postgres: cpuSeconds(postgres.pid),
    'far ends': cpuSeconds(product.pids.sandbox),
  }
}
