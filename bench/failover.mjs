/**
 * A PostgreSQL primary and a synchronous standby behind deploy/postgres-proxy.cfg (HAProxy), two servers on it, agents
 * at work. The primary is killed with all its processes; after three checks in vain, one a second, the standby is made
 * primary. Measured: how long no write was acknowledged. Then what the agents were told is compared with the database,
 * with what the authority was asked and with what the bank was sent: nothing may be lost, nothing done twice.
 *
 *   npm run bench:failover [-- --rounds=5]
 */
import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { Client } from 'pg'

import { exitWith } from '../scripts/complaint.ts'
import { inRoot } from '../scripts/folders.ts'
import { figure } from './measure/figures.mjs'
import { freePort } from './measure/free-port.mjs'
import { startHaproxy } from './measure/haproxy.mjs'
import { machine } from './measure/machine.mjs'
import { startTunedPostgres } from './measure/postgres.mjs'
import { startMeasuredProduct } from './measure/product.mjs'
import { report } from './measure/report.mjs'
import { workFolder } from './measure/work-folder.mjs'

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const rounds = Number(options.rounds)
const mobiles = ['9000000001', '9000000005']
const password = 'Agent@2026'
const flowsOfAgent = 2
const probeEveryMs = 50
const checkEveryMs = 1_000
const checksInVain = 3
const calmMs = 5_000
const settings = { shared_buffers: '256MB', max_wal_senders: '5', wal_keep_size: '1GB' }

const { path: folder, remove } = await workFolder('failover')
const stops = [remove]
/** What agents were told: orders with the answers to their submits, and orders that were only opened. */
const testified = []
const probes = []
const last = {}
const shift = { isOver: false }
try {
  await main()
} catch (error) {
  exitWith(error)
} finally {
  shift.isOver = true
  for (const stop of stops) await stop()
}

async function main() {
  process.setMaxListeners(0) // a PostgreSQL that is started anew each round listens for our exit
  const nodes = [await nodeOf(1), await nodeOf(2)]
  let [primary, standby] = nodes
  await startPrimary(primary)
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
  stops.unshift(proxy.stop)
  const world = await startServers(`postgres://postgres@127.0.0.1:${proxyPort}/postgres`)

  const about = machine({ postgres: primary.postgres.version })
  const agents = await signedInAgents(world)
  const flows = agents.flatMap(agent => Array.from({ length: flowsOfAgent }, () => keepWorking(agent)))
  const probing = probe(agents[0])
  const measured = []
  for (let round = 1; round <= rounds; round += 1) {
    await wait(calmMs)
    measured.push(await failOver(primary, standby))
    console.log(`round ${round}: ${JSON.stringify(measured.at(-1))}`)
    ;[primary, standby] = [standby, primary]
    await joinAsStandby(standby, primary)
  }
  await wait(calmMs)
  shift.isOver = true
  await Promise.all([...flows, probing])
  const findings = await reconciled(world, primary)
  const told = testified.filter(({ answers }) => answers.length > 0)
  for (const finding of findings) console.log(`${finding.kind}: ${finding.what}`)
  const seconds = what => figure(measured.map(times => times[what] / 1000))
  report({
    name: 'failover',
    title: `The primary killed under load, ${rounds} times: seconds until a write is acknowledged again`,
    machine: about,
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
        succeeded: told.filter(({ answers }) => answers[0].success).length,
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
}

async function nodeOf(number) {
  const [port, checkPort] = [await freePort(), await freePort()]
  const node = { number, port, checkPort, folder: join(folder, `node-${number}`), postgres: undefined }
  // What Patroni would answer at this port.
  const role = createServer((_request, response) => {
    void isPrimary(node).then(is => response.writeHead(is ? 200 : 503).end())
  })
  await new Promise(resolve => role.listen(checkPort, '127.0.0.1', resolve))
  stops.unshift(() => role.close())
  stops.unshift(() => node.postgres?.stop())
  return node
}

async function startPrimary(node) {
  node.postgres = await startTunedPostgres({ folder: node.folder, port: node.port, settings })
}

/** From here on the primary acknowledges nothing that the standby has not written to its disk. */
async function joinAsStandby(node, primary) {
  rmSync(node.folder, { recursive: true, force: true })
  mkdirSync(node.folder, { mode: 0o755 })
  const { uid, gid } = statSync(primary.folder)
  if (process.getuid() === 0) chownSync(node.folder, uid, gid)
  const data = join(node.folder, 'data')
  execFileSync(
    primary.postgres.bin('pg_basebackup'),
    [
      '-h',
      '127.0.0.1',
      '-p',
      String(primary.port),
      '-U',
      'postgres',
      '-D',
      data,
      '-X',
      'stream',
      '-c',
      'fast',
    ],
    { ...(process.getuid() === 0 && { uid, gid }), stdio: 'ignore' },
  )
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
    const [row] = await query(primary, 'select sync_state from pg_stat_replication')
    if (row?.sync_state === 'sync') return
    await wait(50)
  }
}

async function startServers(databaseUrl) {
  const devicePort = await freePort()
  const product = await startMeasuredProduct({
    folder: join(folder, 'product'),
    databaseUrl,
    devicePort,
    env: { TRUSTED_PROXIES: '127.0.0.1' },
  })
  stops.unshift(product.stop)
  const second = await product.startServer({ TRUSTED_PROXIES: '127.0.0.1' })
  await product.tellSandbox('device', { delayMs: 0 })
  return { addresses: [product.address, second.address], sandbox: product.sandbox, devicePort }
}

async function signedInAgents({ addresses, devicePort }) {
  const { createAgent } = await import('../server/src/testing/faults/agent.ts')
  const agents = mobiles.map((mobile, index) =>
    createAgent(
      { address: addresses[index], devicePort, serverTime: () => new Date() },
      mobile,
      () => '203.0.113.7',
    ),
  )
  for (const agent of agents) await agent.logIn(password)
  return agents
}

async function keepWorking(agent) {
  while (!shift.isOver) testified.push(await agent.runKyc(nextReference('DBS1'), 1))
}

/** One write after the other is started, whether or not the last was answered. */
async function probe(agent) {
  const underWay = []
  while (!shift.isOver) {
    underWay.push(openOrder(agent, nextReference('DBS5')))
    await wait(probeEveryMs)
  }
  await Promise.all(underWay)
}

async function openOrder(agent, reference) {
  const startedAt = performance.now()
  const fields = { mobile: agent.mobile, username: agent.mobile, dbsRefCode: reference }
  const answer = await agent.once('checkReference', fields)
  const isDone = answer?.response.success === true
  probes.push({ startedAt, answeredAt: performance.now(), isDone })
  if (isDone) testified.push({ orderId: answer.orderId, reference, answers: [] })
}

function nextReference(kind) {
  last[kind] = (last[kind] ?? -1) + 1
  return `${kind}${String(last[kind] % 10_000).padStart(4, '0')}`
}

async function failOver(primary, standby) {
  const killedAt = performance.now()
  killAll(primary.postgres.pid)
  await untilGone(primary)
  const decidedAt = performance.now()
  await query(standby, 'select pg_promote(true)')
  const promotedAt = performance.now()
  let first
  while (!first) {
    await wait(20)
    first = probes.filter(({ startedAt, isDone }) => isDone && startedAt > killedAt)[0]
  }
  const during = probes.filter(({ startedAt }) => startedAt > killedAt && startedAt < first.answeredAt)
  return {
    decidedMs: decidedAt - killedAt,
    promotedMs: promotedAt - killedAt,
    writesMs: first.answeredAt - killedAt,
    refusedMeanwhile: during.filter(({ isDone }) => !isDone).length,
  }
}

/** As when the machine loses power: no process says good-bye. */
function killAll(pid) {
  const children = execFileSync('ps', ['--ppid', String(pid), '-o', 'pid='], { encoding: 'utf8' })
  for (const each of [pid, ...children.trim().split(/\s+/)]) process.kill(Number(each), 'SIGKILL')
}

async function untilGone(node) {
  for (let inVain = 0; inVain < checksInVain;) {
    await wait(checkEveryMs)
    inVain = (await isPrimary(node)) ? 0 : inVain + 1
  }
}

async function isPrimary(node) {
  try {
    const [row] = await query(node, 'select pg_is_in_recovery() as is_standby')
    return !row.is_standby
  } catch {
    return false
  }
}

async function query({ port }, text) {
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
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

async function reconciled(world, primary) {
  const { reconcile } = await import('../server/src/testing/faults/reconcile.ts')
  for (;;) {
    const [open] = await query(
      primary,
      `select (select count(*) from orders where status = 'SUBMITTING')
         + (select count(*) from outbox where body is not null and kind = 'kyc-result') as left`,
    )
    if (Number(open.left) === 0) break
    await wait(500)
  }
  // Orders of the demo data are all older than a day.
  const stored = await query(
    primary,
    `select id::text, reference, status, transaction_id as "transactionId", message, outcome from orders
     where created_on > now() - interval '20 hours'`,
  )
  const read = async path => (await fetch(world.sandbox + path)).json()
  const [requests, results] = [await read('/authority/requests'), await read('/bank/kyc-results')]
  return reconcile({ testified, stored, requests, results })
}
