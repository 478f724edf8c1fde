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

import { Client } from 'pg'

import { exitWith } from '../scripts/complaint.ts'
import { capCpu } from './measure/cap-cpu.mjs'
import { agentCount, call, loadAgents } from './measure/counter.mjs'
import { cpuSeconds } from './measure/cpu-seconds.mjs'
import { median, percentile, ratio } from './measure/figures.mjs'
import { freePort } from './measure/free-port.mjs'
import { startHaproxy } from './measure/haproxy.mjs'
import { startLoad } from './measure/load.mjs'
import { machine } from './measure/machine.mjs'
import { startTunedPostgres } from './measure/postgres.mjs'
import { startMeasuredProduct } from './measure/product.mjs'
import { report } from './measure/report.mjs'
import { inRounds } from './measure/rounds.mjs'
import { workFolder } from './measure/work-folder.mjs'

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

const { path: folder, remove } = await workFolder('scale-out')
const stops = [remove]
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
  const env = { TRUSTED_PROXIES: '127.0.0.1' }
  const product = await startMeasuredProduct({
    folder: join(folder, 'product'),
    databaseUrl: postgres.url,
    env,
  })
  stops.unshift(product.stop)
  const servers = [{ address: product.address, pid: product.pids.server }]
  while (servers.length < most) servers.push(await product.startServer(env))
  const client = new Client(postgres.url)
  await client.connect()
  stops.unshift(() => client.end())
  await loadAgents(client)
  const proxy = await startProxy(servers)
  stops.unshift(proxy.stop)
  const load = startLoad()
  stops.unshift(load.stop)

  const about = machine({ postgres: postgres.version })
  const requests = requestsOfAll()
  const pids = servers.map(({ pid }) => pid)
  const measured = { 'as they are': await measureEach() }
  const lift = capCpu(pids, share)
  if (lift) {
    stops.unshift(lift)
    measured[`${share} of a core each`] = await measureEach()
  } else console.log('We may not hold a process to a share of a core here: only the servers as they are.')
  report({
    name: 'scale-out',
    title: `Calls a second through 1 to ${most} servers on one PostgreSQL, ${availableParallelism()} cores for all`,
    machine: about,
    quick: options.quick,
    rows: Object.entries(measured).flatMap(([held, byServers]) =>
      Object.entries(byServers).map(([count, all]) => rowOf(held, count, all, byServers[1])),
    ),
    details: { share, measured },
  })

  function measureEach() {
    const works = proxy.ports.map((port, index) => [index + 1, () => measure(`http://127.0.0.1:${port}`)])
    return inRounds(Object.fromEntries(works), { rounds })
  }

  async function measure(address) {
    const cpuOfEach = () => ({
      servers: pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0),
      postgres: cpuSeconds(postgres.pid),
      proxy: cpuSeconds(proxy.pid),
    })
    const before = cpuOfEach()
    const result = await load.run({ address, requests, connections, seconds, isFailure: '"success":false' })
    if (result.completed === 0 || result.failed + result.refused + result.broken > 0)
      throw new Error(
        `calls failed: ${JSON.stringify({ ...result, latenciesMs: [], latenciesByStatus: {} })}`,
      )
    const cpu = Object.entries(cpuOfEach()).map(([who, to]) => [
      who,
      ((to - before[who]) * 1_000) / result.completed,
    ])
    return {
      perSecond: result.perSecond,
      p99: percentile(result.latenciesMs, 99),
      cpuMsPerCall: Object.fromEntries(cpu),
    }
  }
}

/** A port for each number of servers, the first so many of them behind it. */
async function startProxy(servers) {
  const ports = []
  while (ports.length < servers.length) ports.push(await freePort())
  const hostOf = ({ address }) => new URL(address).host
  const lines = ports.flatMap((port, last) => [
    `listen servers-${last + 1}`,
    `  bind 127.0.0.1:${port}`,
    '  balance leastconn',
    ...servers.slice(0, last + 1).map((server, index) => `  server server-${index + 1} ${hostOf(server)}`),
  ])
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, `${head}${lines.join('\n')}\n`)
  return { ports, ...(await startHaproxy({ file, port: ports[0] })) }
}

function requestsOfAll() {
  const list = {
    path: 'ekyc/order/byUser',
    msgType: 'ORDER_HISTORY',
    fields: username => ({ username, pageNo: 1 }),
  }
  const statistics = {
    path: 'mis/statistics/get',
    msgType: 'PROFILE',
    fields: id => ({ id, timeframe: '3M' }),
  }
  const profile = { path: 'user/profile/get', msgType: 'PROFILE', fields: username => ({ username }) }
  const check = {
    path: 'ekyc/refcode/check/',
    msgType: 'CHECK_REF_NUMBER',
    fields: mobile => ({ mobile, username: mobile, dbsRefCode: `DBS1${mobile.slice(-4)}` }),
  }
  return Array.from({ length: agentCount }, (_, index) => index + 1).flatMap(n =>
    [list, statistics, list, profile, list, check].map(asked => call(n, asked)),
  )
}

function rowOf(held, count, all, ofOne) {
  const perSecond = each => each.map(round => round.perSecond)
  const against = ratio(perSecond(all), perSecond(ofOne))
  const cpu = who => median(all.map(({ cpuMsPerCall }) => cpuMsPerCall[who]))
  return {
    'the servers': held,
    servers: Number(count),
    'calls/s': median(perSecond(all)),
    'of one': against.median,
    spread: `${against.low.toFixed(2)}–${against.high.toFixed(2)}`,
    'p99 ms': median(all.map(({ p99 }) => p99)),
    'servers ms': cpu('servers'),
    'postgres ms': cpu('postgres'),
    'proxy ms': cpu('proxy'),
  }
}
