/**
 * The bench kills a PostgreSQL primary with a synchronous standby, behind deploy/postgres-proxy.cfg (HAProxy), while agents
 * work on two servers. After three failed checks, one a second, it promotes the standby, and it measures the time until a
 * write is acknowledged again. At the end it compares the answers to the agents with the database, the authority's requests
 * and the bank's results: no order may be lost, and none processed twice.
 *
 *   npm run bench:failover [-- --rounds=5]
 */
import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { freePort } from '@ekyc/contract/testing/free-port'
import { Client } from 'pg'

import { inRoot } from '../scripts/folders.ts'
import { createAgent, type Agent } from '../server/src/testing/faults/agent.ts'
import {
  reconcile,
  type AuthorityRequest,
  type BankResult,
  type StoredOrder,
  type TestifiedOrder,
} from '../server/src/testing/faults/reconcile.ts'
import { runBench, type Bench } from './measure/bench.ts'
import { password } from './measure/counter.ts'
import { figure } from './measure/figures.ts'
import { startHaproxy } from './measure/haproxy.ts'
import { listen } from './measure/listen.ts'
import { startTunedPostgres, type TunedPostgres } from './measure/postgres.ts'
import { childrenOf } from './measure/processes.ts'
import { startMeasuredProduct } from './measure/product.ts'

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const rounds = Number(options.rounds)
const mobiles = ['9000000001', '9000000005']
const flowsOfAgent = 2
const probeEveryMs = 50
const checkEveryMs = 1_000
const checksInVain = 3
const calmMs = 5_000
const settings = { shared_buffers: '256MB', max_wal_senders: '5', wal_keep_size: '1GB' }

type Node = {
  number: number
  port: number
  checkPort: number
  folder: string
  postgres?: TunedPostgres
}
type World = { addresses: string[]; sandbox: string; devicePort: number }

/** Orders with the answers to their submits; an order that was only opened has no answers. */
const testified: TestifiedOrder[] = []
const probes: { startedAt: number; answeredAt: number; isDone: boolean }[] = []
const last = { DBS1: -1, DBS5: -1 }
const shift = { isOver: false }

await runBench('failover', async bench => {
  process.setMaxListeners(0) // Each round starts a PostgreSQL, which listens for the exit of this process.
  let primary = await nodeOf(bench, 1)
  let standby = await nodeOf(bench, 2)
  const nodes = [primary, standby]
  primary.postgres = await startTunedPostgres({ folder: primary.folder, port: primary.port, settings })
  await joinAsStandby(standby, primary)
  const proxyPort = await freePort()
  const proxy = await startHaproxy({
    file: inRoot('deploy', 'postgres-proxy.cfg'),
    port: proxyPort,
    env: {
      POSTGRES_BIND: `127.0.0.1:${proxyPort}`,
      ...Object.fromEntries(
        nodes.flatMap(({ number, port, checkPort }) => [
          [`POSTGRES_${number}`, `127.0.0.1:${port}`],
          [`POSTGRES_${number}_CHECK`, String(checkPort)],
        ]),
      ),
    },
  })
  bench.stopAtEnd(proxy)
  const world = await startServers(bench, `postgres://postgres@127.0.0.1:${proxyPort}/postgres`)

  const agents = await signedInAgents(world)
  bench.stopAtEnd({ stop: () => (shift.isOver = true) })
  const flows = agents.flatMap(agent => Array.from({ length: flowsOfAgent }, () => keepWorking(agent)))
  const probing = agents.slice(0, 1).map(probe)
  const measured: Downtime[] = []
  for (let round = 1; round <= rounds; round += 1) {
    await wait(calmMs)
    measured.push(await failOver(primary, standby))
    console.log(`round ${round}: ${JSON.stringify(measured.at(-1))}`)
    ;[primary, standby] = [standby, primary]
    await joinAsStandby(standby, primary)
  }
  await wait(calmMs)
  shift.isOver = true
  await Promise.all([...flows, ...probing])
  const findings = await reconciled(world, primary)
  const told = testified.filter(({ answers }) => answers.length > 0)
  for (const finding of findings) console.log(`${finding.kind}: ${finding.what}`)
  const seconds = (what: keyof Downtime) => figure(measured.map(times => times[what] / 1000))
  bench.report({
    title: `The primary killed under load, ${rounds} times: seconds until a write is acknowledged again`,
    versions: { postgres: runningOn(primary).version },
    quick: rounds < 5,
    rows: [
      { step: 'until it was decided (3 checks in vain)', ...seconds('decidedMs') },
      { step: 'until the standby was primary', ...seconds('promotedMs') },
      { step: 'until a write was acknowledged', ...seconds('writesMs') },
    ],
    details: {
      reconciled: {
        ordersSubmitted: told.length,
        ordersOnlyOpened: testified.length - told.length,
        succeeded: told.filter(({ answers }) => answers[0]?.success).length,
        findings,
      },
      measured,
    },
  })
  console.log(
    `\n${told.length} orders submitted and ${testified.length - told.length} opened were compared with the database, ` +
      `the authority and the bank: ${findings.length} differences.`,
  )
  if (findings.length > 0) process.exitCode = 1
})

async function nodeOf({ folder, stopAtEnd }: Bench, number: number): Promise<Node> {
  const [port, checkPort] = [await freePort(), await freePort()]
  const node: Node = { number, port, checkPort, folder: join(folder, `node-${number}`) }
  // Patroni answers the proxy's checks like this.
  const role = createServer((_request, response) => {
    void isPrimary(node).then(is => response.writeHead(is ? 200 : 503).end())
  })
  stopAtEnd(await listen(role, checkPort))
  stopAtEnd({ stop: () => node.postgres?.stop() })
  return node
}

function runningOn({ number, postgres }: Node): TunedPostgres {
  if (!postgres) throw new Error(`PostgreSQL ${number} was not started`)
  return postgres
}

/** Afterwards the primary acknowledges a commit only when the standby has written it to its disk. */
async function joinAsStandby(node: Node, primary: Node) {
  rmSync(node.folder, { recursive: true, force: true })
  mkdirSync(node.folder, { mode: 0o755 })
  const isRoot = process.getuid?.() === 0
  const { uid, gid } = statSync(primary.folder)
  if (isRoot) chownSync(node.folder, uid, gid)
  const data = join(node.folder, 'data')
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
  execFileSync(runningOn(primary).bin('pg_basebackup'), [...from, '-D', data, '-X', 'stream', '-c', 'fast'], {
    ...(isRoot && { uid, gid }),
    stdio: 'ignore',
  })
  writeFileSync(join(data, 'standby.signal'), '')
  const primaryConnection = `host=127.0.0.1 port=${primary.port} user=postgres application_name=node_${node.number}`
  node.postgres = await startTunedPostgres({
    folder: node.folder,
    port: node.port,
    settings: { ...settings, primary_conninfo: primaryConnection },
  })
  await query(primary, `alter system set synchronous_standby_names = 'node_${node.number}'`)
  await query(primary, 'select pg_reload_conf()')
  for (;;) {
    const [row] = await query<{ sync_state: string }>(primary, 'select sync_state from pg_stat_replication')
    if (row?.sync_state === 'sync') return
    await wait(50)
  }
}

async function startServers({ folder, stopAtEnd }: Bench, databaseUrl: string): Promise<World> {
  const devicePort = await freePort()
  const env = { TRUSTED_PROXIES: '127.0.0.1' }
  const product = stopAtEnd(
    await startMeasuredProduct({ folder: join(folder, 'product'), databaseUrl, devicePort, env }),
  )
  const second = await product.startServer(env)
  return { addresses: [product.address, second.address], sandbox: product.sandbox, devicePort }
}

async function signedInAgents({ addresses, devicePort }: World) {
  const agents = addresses.map((address, index) =>
    createAgent(
      { address, devicePort, serverTime: () => new Date() },
      String(mobiles[index]),
      () => '203.0.113.7',
    ),
  )
  for (const agent of agents) await agent.logIn(password)
  return agents
}

async function keepWorking(agent: Agent) {
  while (!shift.isOver) testified.push(await agent.runKyc(nextReference('DBS1'), 1))
}

/** Starts a write every 50 ms, also while earlier ones have no answer. */
async function probe(agent: Agent) {
  const underWay: Promise<void>[] = []
  while (!shift.isOver) {
    underWay.push(openOrder(agent, nextReference('DBS5')))
    await wait(probeEveryMs)
  }
  await Promise.all(underWay)
}

async function openOrder(agent: Agent, reference: string) {
  const startedAt = performance.now()
  const fields = { mobile: agent.mobile, username: agent.mobile, dbsRefCode: reference }
  const answer = await agent.once('checkReference', fields)
  const isDone = answer?.response.success === true
  probes.push({ startedAt, answeredAt: performance.now(), isDone })
  if (isDone) testified.push({ orderId: String(answer?.['orderId']), reference, answers: [] })
}

function nextReference(kind: keyof typeof last) {
  last[kind] += 1
  return `${kind}${String(last[kind] % 10_000).padStart(4, '0')}`
}

type Downtime = { decidedMs: number; promotedMs: number; writesMs: number; refusedMeanwhile: number }

async function failOver(primary: Node, standby: Node): Promise<Downtime> {
  const killedAt = performance.now()
  // SIGKILL to every process has the effect of a power cut: none can clean up.
  const { pid } = runningOn(primary)
  for (const each of [pid, ...childrenOf(pid)]) process.kill(each, 'SIGKILL')
  await untilGone(primary)
  const decidedAt = performance.now()
  await query(standby, 'select pg_promote(true)')
  const promotedAt = performance.now()
  const { answeredAt } = await firstWriteSince(killedAt)
  const during = probes.filter(({ startedAt }) => startedAt > killedAt && startedAt < answeredAt)
  return {
    decidedMs: decidedAt - killedAt,
    promotedMs: promotedAt - killedAt,
    writesMs: answeredAt - killedAt,
    refusedMeanwhile: during.filter(({ isDone }) => !isDone).length,
  }
}

async function firstWriteSince(time: number) {
  for (;;) {
    const write = probes.find(({ startedAt, isDone }) => isDone && startedAt > time)
    if (write) return write
    await wait(20)
  }
}

async function untilGone(node: Node) {
  for (let inVain = 0; inVain < checksInVain;) {
    await wait(checkEveryMs)
    inVain = (await isPrimary(node)) ? 0 : inVain + 1
  }
}

async function isPrimary(node: Node) {
  try {
    const [row] = await query<{ isPrimary: boolean }>(node, 'select not pg_is_in_recovery() as "isPrimary"')
    return row?.isPrimary === true
  } catch {
    return false
  }
}

async function query<Row extends object>({ port }: Node, text: string): Promise<Row[]> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    database: 'postgres',
    connectionTimeoutMillis: 1_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

async function reconciled({ sandbox }: World, primary: Node) {
  for (;;) {
    const [open] = await query<{ left: string }>(
      primary,
      `select (select count(*) from orders where status = 'SUBMITTING')
         + (select count(*) from outbox where body is not null and kind = 'kyc-result') as left`,
    )
    if (Number(open?.left) === 0) break
    await wait(500)
  }
  // The demo data's orders are older than a day.
  const stored = await query<StoredOrder>(
    primary,
    `select id::text, reference, status, transaction_id as "transactionId", message, outcome from orders
     where created_on > now() - interval '20 hours'`,
  )
  const read = async (path: string): Promise<unknown> => (await fetch(sandbox + path)).json()
  const requests = (await read('/authority/requests')) as AuthorityRequest[]
  const results = (await read('/bank/kyc-results')) as BankResult[]
  return reconcile({ testified, stored, requests, results })
}
