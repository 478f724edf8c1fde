/**
 * The bench compares calls per second through the whole server (token, schema, rules, audit, log) with pgbench, which
 * runs the same statements on the same rows of the same PostgreSQL, in turn. It reads the statements from PostgreSQL's
 * log, and counts them by pg_stat_statements. The sandbox simulates bank and authority over HTTP, without delay. For
 * reads, a bare HTTP server in Node runs only the same statements, which shows the upper limit of a server in Node. The
 * column "left at the goal" is the processor time per call that would remain for the server at its goal, after
 * PostgreSQL, the sandbox and the load generator have used their parts.
 *
 *   npm run node -- proving/bench/server.ts [--quick] [--only=orderList,submit] [--profile=FOLDER]
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { freePort } from '@ekyc/contract/testing/free-port'

import { Complaint } from '../../scripts/complaint.ts'
import { runBench } from './measure/bench.ts'
import { median, percentile, ratio, spreadOf } from './measure/figures.ts'
import { pgbench, pgbenchScript } from './measure/pgbench.ts'
import { startCpu } from './measure/processes.ts'
import type { Row } from './measure/report.ts'
import { inRounds } from './measure/rounds.ts'
import { executionsById, resetStatistics, statementsOfCall } from './measure/statements.ts'
import { askForWadh, referenceOf } from './measure/submits.ts'
import { startUnderLoad, type UnderLoad } from './measure/under-load.ts'
import { startBareServer } from './server/bare-server.ts'
import { meaningIn } from './server/meaning-of-literals.ts'
import { questions, type Question } from './server/questions.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    profile: { type: 'string' },
  },
})
const seconds = options.quick ? 1 : 4
const roundsEach = options.quick ? 3 : 5
/** The number of connections of each program: as many as the server has to the database. */
const connections = 10
const submitted = options.quick ? 100 : 300

await runBench('server', async bench => {
  const devicePort = await freePort()
  const nodeOptions = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : []
  const underLoad = await startUnderLoad(bench, { devicePort, nodeOptions })
  const { client, postgres, product } = underLoad
  const wadh = await askForWadh(product.address, referenceOf(0))
  const all = questions({ client, devicePort, wadh, connections, submitted })

  const names = options.only?.split(',') ?? Object.keys(all)
  const measured: Record<string, { row: Row; rounds: object }> = {}
  for (const name of names) {
    const question = all[name]
    if (!question) throw new Complaint(`--only takes ${Object.keys(all).join(', ')}.`)
    measured[name] = await measure(name, question, { ...underLoad, folder: bench.folder })
  }
  bench.report({
    title: `Calls a second through the server against pgbench on the same statements, ${connections} at once`,
    versions: { postgres: postgres.version },
    // Only runs of all calls are recorded.
    quick: options.quick || options.only !== undefined,
    rows: Object.entries(measured).map(([name, { row }]) => ({ call: name, ...row })),
    details: { measured },
  })
})

async function measure(
  name: string,
  { goal, isRead, once: isOnce, before = async () => {}, requests, variables, define }: Question,
  { client, folder, load, postgres, product }: UnderLoad & { folder: string },
) {
  const file = join(folder, `${name}.sql`)
  await before()
  const samples = await requests()
  const statements = await statementsOfCall({
    client,
    logFile: postgres.logFile,
    ask: sample => load.runWithoutFailure(job(samples.slice(sample, sample + 1))),
  })
  pgbenchScript({ file, variables, statements, meaning: meaningIn(statements) })

  const bare = isRead ? await startBareServer({ url: postgres.url, connections, statements }) : undefined
  const rounds = await inRounds(
    {
      async bare() {
        if (!bare) return undefined
        const cpu = startCpu(bare.pid)
        const { perSecond, completed } = await load.runWithoutFailure({
          ...job(await requests(), seconds),
          address: bare.address,
        })
        return { perSecond, cpuMsPerCall: cpu(completed) }
      },
      async server() {
        await before()
        const all = await requests()
        await resetStatistics(client)
        const cpu = {
          server: startCpu(product.pids.server),
          postgres: startCpu(postgres.pid),
          farEnds: startCpu(product.pids.sandbox),
        }
        const result = await load.runWithoutFailure(job(all, isOnce ? undefined : seconds))
        const { latenciesMs, perSecond, completed } = result
        const executions = await executionsById(client)
        return {
          perSecond,
          p50: median(latenciesMs),
          p99: percentile(latenciesMs, 99),
          statements: statements.map(({ text, queryId }) => ({
            text,
            executionsPerCall: (executions.get(queryId) ?? 0) / completed,
          })),
          cpuMsPerCall: {
            server: cpu.server(completed),
            postgres: cpu.postgres(completed),
            'far ends': cpu.farEnds(completed),
            load: (result.cpuSeconds * 1_000) / completed,
          },
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
  const share = ratio(perSecond, rounds.pgbench)
  const ms = (who: 'server' | 'postgres' | 'far ends' | 'load') =>
    median(rounds.server.map(({ cpuMsPerCall }) => cpuMsPerCall[who]))
  const othersMs = ms('postgres') + ms('far ends') + ms('load')
  const bareRounds = rounds.bare.filter(round => round !== undefined)
  const barePerSecond = bareRounds.map(round => round.perSecond)
  const row: Row = {
    'calls/s': median(perSecond),
    'bare Node/s': bare && median(barePerSecond),
    'pgbench/s': median(rounds.pgbench),
    ratio: share.median,
    spread: spreadOf(share),
    goal,
    'of bare Node': bare && ratio(perSecond, barePerSecond).median,
    'bare of pgbench': bare && ratio(barePerSecond, rounds.pgbench).median,
    statements: statements.length,
    'p50 ms': median(rounds.server.map(({ p50 }) => p50)),
    'p99 ms': median(rounds.server.map(({ p99 }) => p99)),
    'server ms': ms('server'),
    'postgres ms': ms('postgres'),
    'far ends ms': ms('far ends'),
    'load ms': ms('load'),
    'bare Node ms': bare && median(bareRounds.map(({ cpuMsPerCall }) => cpuMsPerCall)),
    'left at the goal, ms': cpuMsAtRate(goal * median(rounds.pgbench)) - othersMs,
  }
  return { row, rounds: bare ? rounds : { server: rounds.server, pgbench: rounds.pgbench } }

  function job(all: string[], forSeconds?: number) {
    return {
      address: product.address,
      requests: all,
      connections: Math.min(connections, all.length),
      seconds: forSeconds,
    }
  }
}

function cpuMsAtRate(perSecond: number) {
  return (availableParallelism() * 1_000) / perSecond
}
