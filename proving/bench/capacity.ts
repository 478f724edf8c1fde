/**
 * The bench measures the figures of a bank's capacity plan that no other bench measures: the processor time of a
 * log-in, the bytes of an order in tables, WAL and log, the memory of a server and of a connection, and the speed of
 * back-up and restore. `admin capacity` computes a plan from these figures, and from those of the benches server and
 * growth.
 *
 *   npm run bench:capacity [-- --quick]
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { gzipSync } from 'node:zlib'

import { captureFingerprint } from '@ekyc/contract/testing/capture-fingerprint'
import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'
import { freePort } from '@ekyc/contract/testing/free-port'
import { hash, verify } from '@node-rs/argon2'
import type { Client } from 'pg'

import { deriveKeys } from '../../product/server/src/domain/derive-keys.ts'
import { createPasswordHash } from '../../product/server/src/domain/password-hash.ts'
import { defaultPolicy } from '../../product/server/src/domain/policy.ts'
import { knownPepper } from '../../product/server/src/testing/known-pepper.ts'
import { usualMix } from './capacity/usual-mix.ts'
import { loadOrders } from './growth/load-orders.ts'
import { runBench } from './measure/bench.ts'
import { agent, agentCount, ask, call, calls, password, sqlOf } from './measure/counter.ts'
import { figure, spreadOf } from './measure/figures.ts'
import { startLoad } from './measure/load.ts'
import { startTunedPostgres } from './measure/postgres.ts'
import { childrenOf, memoryMb, startCpu } from './measure/processes.ts'
import { startMeasuredProduct } from './measure/product.ts'
import { inRounds } from './measure/rounds.ts'
import { agentOf, askForWadh, referenceOf } from './measure/submits.ts'
import { connected } from './measure/under-load.ts'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const loaded = options.quick ? 20_000 : 300_000
const kycs = options.quick ? 40 : 250
const rounds = options.quick ? 1 : 3
const secondsOfLogIns = options.quick ? 2 : 4
const logInsAtOnce = 4
/** Each piece of the load makes its own captures, because a capture expires. */
const pieces = options.quick ? 1 : 12
const secondsOfPiece = 10

await runBench('capacity', async bench => {
  const postgres = bench.stopAtEnd(
    await startTunedPostgres({
      folder: join(bench.folder, 'postgres'),
      // PostgreSQL's default is 'off'. The tuned settings would compress the WAL, whose size the bench measures.
      settings: { wal_compression: 'off' },
    }),
  )
  const devicePort = await freePort()
  const productFolder = { folder: join(bench.folder, 'product'), databaseUrl: postgres.url }
  await (await startMeasuredProduct(productFolder)).stop()
  const client = await connected(bench, postgres.url)
  await loadOrders({ url: postgres.url, orders: loaded })
  const bytesOfLoad = {
    order: (await bytesOf(client, '^(orders|reference_records)')) / loaded,
    count:
      (await bytesOf(client, '^daily_counts$')) /
      ((await rowsOf<{ rows: number }>(client, 'select count(*)::float8 as rows from daily_counts'))[0]
        ?.rows ?? 0),
  }
  await givePasswords(client)

  const product = bench.stopAtEnd(
    await startMeasuredProduct({
      ...productFolder,
      devicePort,
      // `newDeviceSms: 0` turns off the SMS about a new device, because an agent usually logs in from a known browser.
      env: { POLICY: JSON.stringify({ referenceChecksPerHour: 1_000_000, newDeviceSms: 0 }) },
    }),
  )
  const load = bench.stopAtEnd(startLoad())
  let served = 0
  await serveCustomers(20)

  const auditBefore = { bytes: await bytesOf(client, '^audit_'), rows: (await written()).auditRows }
  const outboxBefore = await bytesOf(client, '^(outbox|used_captures)$')
  const logBefore = product.log().length
  const [kycsAfterCheckpoint, laterKycs]: Cost[][] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    await client.query('checkpoint')
    kycsAfterCheckpoint?.push(await costOf(() => serveCustomers(kycs)))
    laterKycs?.push(await costOf(() => serveCustomers(kycs)))
  }
  const allKycs = 2 * rounds * kycs
  await client.query('vacuum (analyze) audit_events')
  const auditRows = (await written()).auditRows - auditBefore.rows
  const auditBytes = (await bytesOf(client, '^audit_')) - auditBefore.bytes
  const outboxBytes = (await bytesOf(client, '^(outbox|used_captures)$')) - outboxBefore
  const log = product.log().slice(logBefore)

  // A log-in ends the session that the bench has written for the agent, so the reads come first.
  const lists = await costOf(() => send({ requests: everyAgent(n => call(n, calls.orderList())) }))
  const memory = await memoryUnderLoad()
  const requests = everyAgent(logIn)
  const { logIns } = await inRounds(
    { logIns: () => costOf(() => send({ requests, seconds: secondsOfLogIns })) },
    { rounds },
  )
  const connectionMb = childrenOf(postgres.pid)
    .filter(pid => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('127.0.0.1'))
    .map(pid => memoryMb(pid, 'Private_Dirty', 'smaps_rollup'))
  const { copies } = await inRounds({ copies: copyDatabase }, { rounds })

  const databaseMb = copies[0]?.databaseMb ?? 0
  const withOrders = `${loaded} orders in the tables`
  const ofKycs = `${allKycs} KYCs, ${withOrders}`
  const ofCopies = `a database of ${Math.round(databaseMb)} MB, on the same disk`
  const of = (costs: Cost[], what: keyof Cost) => costs.map(one => one[what])
  const ofLogIns = (constant: string, unit: string, what: keyof Cost) =>
    row(constant, unit, of(logIns, what), `${logInsAtOnce} log-ins at once`)
  const speed = (constant: string, what: 'dump' | 'restore' | 'copy', program: string) =>
    row(
      constant,
      'MB a second',
      copies.map(one => databaseMb / one[what]),
      `${program} of ${ofCopies}`,
    )
  bench.report({
    title: 'What a plan computes with',
    versions: { postgres: postgres.version },
    quick: options.quick,
    rows: [
      ofLogIns('logInServerMs', 'ms', 'serverMs'),
      ofLogIns('logInPostgresMs', 'ms', 'postgresMs'),
      ofLogIns('logInsPerSecond', 'a second', 'perSecond'),
      ofLogIns('logInAuditRows', 'rows', 'auditRows'),
      ofLogIns('logInLogBytes', 'bytes', 'logBytes'),
      ofLogIns('logInWalBytes', 'bytes', 'walBytes'),
      row('orderBytes', 'bytes', [bytesOfLoad.order], withOrders),
      row('dailyCountBytes', 'bytes', [bytesOfLoad.count], withOrders),
      row('outboxBytes', 'bytes', [outboxBytes / allKycs], ofKycs),
      row('auditRowBytes', 'bytes', [auditBytes / auditRows], ofKycs),
      row('orderAuditRows', 'rows', [auditRows / allKycs], ofKycs),
      row('orderLogBytes', 'bytes', [log.length / allKycs], ofKycs),
      row('readLogBytes', 'bytes', [lists.logBytes], `${agentCount} order lists`),
      row('logTimesSmallerGzipped', '', [log.length / gzipSync(log).length], 'the log of the KYCs'),
      row(
        'orderWalBytes',
        'bytes',
        of(kycsAfterCheckpoint ?? [], 'walBytes'),
        `${ofKycs}, after a checkpoint`,
      ),
      row(
        'orderWalBytesLater',
        'bytes',
        of(laterKycs ?? [], 'walBytes'),
        `${ofKycs}, long after a checkpoint`,
      ),
      row(
        'serverMb',
        'MB',
        memory.mb,
        `the usual mix of calls at 70 % of ${Math.round(memory.peak)} a second`,
      ),
      row('connectionMb', 'MB', connectionMb, 'connections of one server after the load'),
      speed('dumpMbPerSecond', 'dump', 'pg_dump --format=custom'),
      speed('restoreMbPerSecond', 'restore', 'pg_restore'),
      speed('copyMbPerSecond', 'copy', 'pg_basebackup'),
      row('copiedMb', 'MB', [databaseMb], 'the largest database that was backed up'),
    ],
  })

  /** The KYCs run one after the other, because there is one scanner. */
  async function serveCustomers(count: number): Promise<number> {
    for (const last = served + count; served < last; served += 1) {
      const [n, reference] = [agentOf(served), referenceOf(served)]
      const opened = await ask(product.address, n, calls.checkReference(reference))
      const { wadh } = opened['biometricConstants'] as { wadh: string }
      const capture = await captureFingerprint(devicePort, { wadh, mobile: agent(n).mobile, reference })
      await ask(product.address, n, calls.submit(String(opened['orderId']), capture))
    }
    return count
  }

  async function memoryUnderLoad() {
    const wadh = await askForWadh(product.address, referenceOf(served))
    const requestsOf = usualMix(client, { devicePort, wadh })
    const run = (mix: string[], rate?: number) =>
      load.runWithoutFailure({ address: product.address, requests: mix, connections: 10, rate })
    await run(await requestsOf(500))
    const { perSecond: peak } = await run(await requestsOf(2_000))
    const mb: number[] = []
    for (let piece = 0; piece < pieces; piece += 1) {
      await run(await requestsOf(0.7 * peak * secondsOfPiece), 0.7 * peak)
      mb.push(memoryMb(product.pids.server, 'VmRSS'))
    }
    return { peak, mb }
  }

  async function send(job: { requests: string[]; seconds?: number }): Promise<number> {
    const { address } = product
    return (await load.runWithoutFailure({ address, connections: logInsAtOnce, ...job })).completed
  }

  /**
   * Returns the cost per KYC or call. Bytes and rows include the later seals and deliveries. Processor time does not.
   */
  async function costOf(work: () => Promise<number>): Promise<Cost> {
    const cpu = { server: startCpu(product.pids.server), postgres: startCpu(postgres.pid) }
    const [before, began] = [await written(), performance.now()]
    const count = await work()
    const perSecond = (count * 1_000) / (performance.now() - began)
    const [serverMs, postgresMs] = [cpu.server(count), cpu.postgres(count)]
    await untilSealed(client)
    await wait(200) // The server writes log lines in batches.
    const after = await written()
    const each = (what: keyof typeof after) => (after[what] - before[what]) / count
    const ofWritten = {
      walBytes: each('walBytes'),
      auditRows: each('auditRows'),
      logBytes: each('logBytes'),
    }
    return { serverMs, postgresMs, perSecond, ...ofWritten }
  }

  async function written() {
    const [found] = await rowsOf<{ walBytes: number; auditRows: number }>(
      client,
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as "walBytes",
         (select count(*) from audit_events)::float8 as "auditRows"`,
    )
    return { walBytes: 0, auditRows: 0, ...found, logBytes: product.log().length }
  }

  async function copyDatabase(round: number) {
    const [dump, restored] = [join(bench.folder, 'ekyc.dump'), `restored_${round}`]
    const size = `select pg_database_size(current_database())::float8 / ${2 ** 20} as mb`
    const mb = (await rowsOf<{ mb: number }>(client, size))[0]?.mb ?? 0
    await client.query(`create database ${restored}`)
    const restoredUrl = Object.assign(new URL(postgres.url), { pathname: `/${restored}` }).href
    const times = {
      dump: await secondsOf('pg_dump', '--format=custom', `--file=${dump}`, postgres.url),
      restore: await secondsOf('pg_restore', `--dbname=${restoredUrl}`, dump),
    }
    await client.query(`drop database ${restored}`)
    await client.query('checkpoint')
    const words = [`--dbname=${postgres.url}`, `--pgdata=${join(bench.folder, `base-${round}`)}`]
    const copy = await secondsOf('pg_basebackup', ...words, '--wal-method=none', '--checkpoint=fast')
    return { databaseMb: mb, ...times, copy }
  }

  async function secondsOf(program: string, ...args: string[]) {
    const began = performance.now()
    await promisify(execFile)(postgres.bin(program), args)
    return (performance.now() - began) / 1_000
  }
})

type Cost = Record<'serverMs' | 'postgresMs' | 'perSecond' | 'walBytes' | 'auditRows' | 'logBytes', number>

function row(constant: string, unit: string, values: number[], measuredWith: string) {
  const measured = figure(values)
  return { constant, unit, value: measured.median, spread: spreadOf(measured), 'measured with': measuredWith }
}

async function givePasswords(client: Client) {
  const peppers = deriveKeys([Buffer.from(knownPepper)], 'password')
  const hashed = createPasswordHash({
    argon2id: { hash, verify },
    peppers,
    atOnce: 1,
    waiting: 1,
    policy: defaultPolicy,
  })
  for (let n = 1; n <= agentCount; n += 1)
    await client.query('update agents set password_hash = $1 where id = $2', [
      await hashed.hash(password, agent(n).id),
      agent(n).id,
    ])
  await client.query(`
    insert into verified_phones (mobile, verified_until)
      select ${sqlOf.mobile('n::text')}, now() + interval '1 day' from generate_series(1, ${agentCount}) n`)
}

function everyAgent(request: (n: number) => string): string[] {
  return Array.from({ length: agentCount }, (_, index) => request(index + 1))
}

function logIn(n: number) {
  const encrypted = encryptPassword(password, agent(n).mobile)
  return call(n, {
    path: 'user/login/password',
    msgType: 'LOGIN',
    fields: username => ({ username, password: encrypted, otpDetails: null }),
  })
}

async function bytesOf(client: Client, pattern: string): Promise<number> {
  const sum = `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname ~ '${pattern}'`
  return (await rowsOf<{ bytes: number }>(client, sum))[0]?.bytes ?? 0
}

async function rowsOf<Row extends object>(client: Client, statement: string): Promise<Row[]> {
  return (await client.query<Row>(statement)).rows
}

async function untilSealed(client: Client) {
  const waiting = `select from audit_events where position is null
    union all select from outbox where next_attempt_on is not null`
  for (let tries = 0; (await rowsOf(client, waiting)).length > 0; tries += 1) {
    if (tries === 100) throw new Error('audit rows or messages were still waiting after 10 s')
    await wait(100)
  }
}
