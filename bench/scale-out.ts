/**
 * The bench compares one, two and three servers on one PostgreSQL behind one proxy (HAProxy), asked in turn. Servers, database,
 * proxy and load share few cores, so more servers cannot give more calls. Therefore the bench also limits each server to a
 * small share of a core, as if it had its own machine; the limit of growth is then the parts that the servers share.
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
import { median, percentile, ratio, spreadOf } from './measure/figures.ts'
import { startHaproxy } from './measure/haproxy.ts'
import { startCpu } from './measure/processes.ts'
import type { Row } from './measure/report.ts'
import { inRounds } from './measure/rounds.ts'
import { startUnderLoad } from './measure/under-load.ts'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const seconds = options.quick ? 0.5 : 3
const rounds = options.quick ? 2 : 5
const most = 3
/** The share of a core for each server. Three servers leave most of two cores to PostgreSQL, proxy and load. */
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

  const requests = requestsOfAll()
  const pids = servers.map(({ pid }) => pid)
  const measured: Record<string, Record<string, Round[]>> = { 'as they are': await measureEach() }
  const cap = capCpu(pids, share)
  if (cap) {
    bench.stopAtEnd(cap)
    measured[`${share} of a core each`] = await measureEach()
  } else console.log('This process may not limit the servers to a share of a core.')
  bench.report({
    title: `Calls a second through 1 to ${most} servers on one PostgreSQL, ${availableParallelism()} cores for all`,
    versions: { postgres: postgres.version },
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
    const [ofServers, ofPostgres, ofProxy] = [startCpu(...pids), startCpu(postgres.pid), startCpu(proxy.pid)]
    const result = await load.runWithoutFailure({ address, requests, connections, seconds })
    return {
      perSecond: result.perSecond,
      p99: percentile(result.latenciesMs, 99),
      cpuMsPerCall: {
        servers: ofServers(result.completed),
        postgres: ofPostgres(result.completed),
        proxy: ofProxy(result.completed),
      },
    }
  }
})

/** Opens a port for each number of servers; port N passes its calls to the first N servers. */
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
