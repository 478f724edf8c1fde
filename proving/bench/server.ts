/**
 * Measures the calls a second that the whole server (token, schema, rules, audit, log) and its private PostgreSQL answer,
 * and the processor time that each program needs for a call. The sandbox simulates bank and authority over HTTP, without
 * delay. All programs share the machine.
 *
 *   npm run node -- proving/bench/server.ts [--quick] [--only=orderList,submit] [--profile=FOLDER]
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { startPrivatePostgres } from '@ekyc/private-postgres'
import { Client } from 'pg'

import { knownPepper } from '../../product/server/testing/fixed/known-pepper.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { Complaint } from '../../scripts/complaint.ts'
import { startProduct } from '../../scripts/product.ts'
import { loadAgents } from './measure/agents.ts'
import { runBench, silently } from './measure/bench.ts'
import { measuredCalls } from './measure/calls.ts'
import { figure, median, percentile } from './measure/figures.ts'
import { startLoad } from './measure/load.ts'
import { parentOf, startCpu } from './measure/processes.ts'
import type { Row } from './measure/report.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    profile: { type: 'string' },
  },
})
const seconds = options.quick ? 1 : 4
const rounds = options.quick ? 3 : 5
/** As many as the server has to the database. */
const connections = 10
const figures = ['calls/s', 'p50 ms', 'p99 ms', 'server ms', 'postgres ms', 'sandbox ms', 'load ms'] as const

await runBench('server', async bench => {
  await buildIfStale(silently)
  const postgres = bench.stopAtEnd(await startPrivatePostgres({ folder: join(bench.folder, 'postgres') }))
  const product = bench.stopAtEnd(
    await startProduct({
      dataDir: join(bench.folder, 'product'),
      port: 0,
      sandboxPort: 0,
      devicePort: 0,
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: postgres.url,
        // The bench writes sessions itself, so it must know the pepper.
        PEPPER: knownPepper,
        // Raises the limit of reference checks, because the few agents of a bench make as many calls as many real agents.
        POLICY: JSON.stringify({ referenceChecksPerHour: 1_000_000 }),
        ...(options.profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${options.profile}` }),
      },
    }),
  )
  await fetch(`${product.sandbox}/device`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ delayMs: 0 }),
  })
  const load = bench.stopAtEnd(startLoad())
  const client = new Client(postgres.url)
  await client.connect()
  bench.stopAtEnd({ stop: () => client.end() })
  await loadAgents(client)
  const {
    rows: [own],
  } = await client.query<{ pid: number; version: string }>(
    "select pg_backend_pid() as pid, current_setting('server_version') as version",
  )
  const pids = {
    server: product.pidOf('server'),
    sandbox: product.pidOf('sandbox'),
    postgres: parentOf(own?.pid ?? 0),
  }

  const all = measuredCalls({
    address: product.address,
    client,
    sandbox: product.sandbox,
    submitted: options.quick ? 100 : 300,
  })
  const rows: Row[] = []
  for (const name of options.only?.split(',') ?? Object.keys(all)) rows.push(await measure(name))
  bench.report({
    title: `Calls a second, ${connections} at once`,
    versions: { postgres: own?.version ?? '' },
    // Only runs of all calls are recorded.
    quick: options.quick || options.only !== undefined,
    rows,
  })

  async function measure(name: string) {
    const { isOnce, before, requests } = all[name] ?? unknown()
    const measured: Record<(typeof figures)[number], number>[] = []
    // The first round warms up, and its figures are dropped.
    for (let round = 0; round <= rounds; round += 1) {
      await before?.()
      const job = { address: product.address, requests: await requests(), connections }
      const cpu = {
        server: startCpu(pids.server),
        postgres: startCpu(pids.postgres),
        sandbox: startCpu(pids.sandbox),
      }
      const done = await load.run({ ...job, seconds: isOnce ? undefined : seconds })
      const { perSecond, completed, latenciesMs, cpuSeconds } = done
      console.log(`${name} round ${round}: ${Math.round(perSecond)}/s`)
      measured[round] = {
        'calls/s': perSecond,
        'p50 ms': median(latenciesMs),
        'p99 ms': percentile(latenciesMs, 99),
        'server ms': cpu.server(completed),
        'postgres ms': cpu.postgres(completed),
        'sandbox ms': cpu.sandbox(completed),
        'load ms': (cpuSeconds * 1_000) / completed,
      }
    }
    const kept = measured.slice(1)
    const middle = figures.map(one => [one, median(kept.map(round => round[one]))])
    const { low, high } = figure(kept.map(round => round['calls/s']))
    return { call: name, ...Object.fromEntries(middle), spread: `${Math.round(low)}–${Math.round(high)}` }
  }

  function unknown(): never {
    throw new Complaint(`--only takes ${Object.keys(all).join(', ')}.`)
  }
})
