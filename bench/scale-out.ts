/**
 * One, two and three servers on one PostgreSQL behind one proxy (HAProxy), asked in turn. Where servers, database,
 * proxy and load share a few cores, more servers cannot give more calls; so each is also held to a small share of a
 * core, as if it had a machine of its own: what then keeps calls from growing is what the servers share.
 *
 *   npm run bench:scale-out [-- --quick]
 */
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { freePort } from '@ekyc/contract/testing/free-port'

import { runBench, type Bench } from './measure/bench.ts'
import { capCpu } from './measure/cap-cpu.ts'
import { agentCount, call, calls } from './measure/counter.ts'
import { cpuSeconds } from './measure/cpu-seconds.ts'
import { median, percentile, ratio, spreadOf } from './measure/figures.ts'
import { startHaproxy } from './measure/haproxy.ts'
import { machine } from './measure/machine.ts'
import { report, type Row } from './measure/report.ts'
import { inRounds } from './measure/rounds.ts'
import { startUnderLoad } from './measure/under-load.ts'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const seconds = options.quick ? 0.5 : 3
const rounds = options.quick ? 2 : 5
const most = 3
/** Of a core: three servers so small leave the rest of two cores to PostgreSQL, proxy and load. */
const share = 0.2
const connections = 16

const head = `
defaults
  mode http
  timeout connect 2s
  timeout client 70s
  timeout server 45s
  option forwardfor
`

type Round = {
  perSecond: number
  p99: number
  cpuMsPerCall: Record<'servers' | 'postgres' | 'proxy', number>
}

await runBench('scale-out', async bench => {
  const env = { TRUSTED_PROXIES: '127.0.0.1' }
  const { postgres, product, load } = await startUnderLoad(bench, { env })
  const servers = [{ address: product.address, pid: product.pids.server }]
  while (servers.length < most) servers.push(await product.startServer(env))
  const proxy = bench.stopAtEnd(await startProxy(bench, servers))

  const about = machine({ postgres: postgres.version })
  const requests = requestsOfAll()
  const pids = servers.map(({ pid }) => pid)
  const measured: Record<string, Record<string, Round[]>> = { 'as they are': await measureEach() }
  const cap = capCpu(pids, share)
  if (cap) {
    bench.stopAtEnd(cap)
    measured[`${share} of a core each`] = await measureEach()
  } else console.log('We may not hold a process to a share of a core here: only the servers as they are.')
  report({
    name: 'scale-out',
    title: `Calls a second through 1 to ${most} servers on one PostgreSQL, ${availableParallelism()} cores for all`,
    machine: about,
    quick: options.quick,
    rows: Object.entries(measured).flatMap(([held, byServers]) =>
      Object.entries(byServers).map(([count, all]) => rowOf(held, count, all, byServers[1] ?? [])),
    ),
    details: { share, measured },
  })

  function measureEach() {
    const works = proxy.ports.map((port, index) => [index + 1, () => measure(`http://127.0.0.1:${port}`)])
    return inRounds(Object.fromEntries(works) as Record<string, () => Promise<Round>>, { rounds })
  }

  async function measure(address: string): Promise<Round> {
    const before = cpuOfEach()
    const result = await load.runWithoutFailure({ address, requests, connections, seconds })
    const after = cpuOfEach()
    const msPerCall = (who: keyof typeof after) => ((after[who] - before[who]) * 1_000) / result.completed
    return {
      perSecond: result.perSecond,
      p99: percentile(result.latenciesMs, 99),
      cpuMsPerCall: {
        servers: msPerCall('servers'),
        postgres: msPerCall('postgres'),
        proxy: msPerCall('proxy'),
      },
    }
  }

  function cpuOfEach() {
    return {
      servers: pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0),
      postgres: cpuSeconds(postgres.pid),
      proxy: cpuSeconds(proxy.pid),
    }
  }
})

/** A port for each number of servers, the first so many of them behind it. */
async function startProxy({ folder }: Bench, servers: { address: string }[]) {
  const ports = await Promise.all(servers.map(freePort))
  const lines = ports.flatMap((port, last) => [
    `listen servers-${last + 1}`,
    `  bind 127.0.0.1:${port}`,
    '  balance leastconn',
    ...servers
      .slice(0, last + 1)
      .map(({ address }, index) => `  server server-${index + 1} ${new URL(address).host}`),
  ])
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, `${head}${lines.join('\n')}\n`)
  return { ports, ...(await startHaproxy({ file, port: Number(ports[0]) })) }
}

function requestsOfAll() {
  const [list, statistics, profile] = [calls.orderList(), calls.statistics('3M'), calls.profile()]
  return Array.from({ length: agentCount }, (_, index) => index + 1).flatMap(n => {
    const check = calls.checkReference(`DBS1${String(n).padStart(4, '0')}`)
    return [list, statistics, list, profile, list, check].map(asked => call(n, asked))
  })
}

function rowOf(held: string, count: string, all: Round[], ofOne: Round[]): Row {
  const perSecond = (each: Round[]) => each.map(round => round.perSecond)
  const against = ratio(perSecond(all), perSecond(ofOne))
  const cpu = (who: keyof Round['cpuMsPerCall']) => median(all.map(({ cpuMsPerCall }) => cpuMsPerCall[who]))
  return {
    'the servers': held,
    servers: Number(count),
    'calls/s': median(perSecond(all)),
    'of one': against.median,
    spread: spreadOf(against),
    'p99 ms': median(all.map(({ p99 }) => p99)),
    'servers ms': cpu('servers'),
    'postgres ms': cpu('postgres'),
    'proxy ms': cpu('proxy'),
  }
}
