import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '@ekyc/contract/testing/free-port'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import type { Finding } from '../doctor/finding.ts'
import { databaseTime } from '../testing/database-time.ts'
import { startFakeServer } from '../testing/fake-server.ts'
import { openAudit } from '../testing/open-audit.ts'
import { operatorAt, type OperatorOptions } from '../testing/operator-at.ts'
import { createTestDatabase, isOnCluster, testPostgres } from '../testing/test-database.ts'
import { databaseOn, onEachNode } from '../testing/test-nodes.ts'
import { onConnection } from '../database/on-connection.ts'
import { dayMs } from '../domain/durations.ts'

const installed = (...paths: string[]) => paths.find(path => existsSync(path))
const alertmanager = installed('/usr/bin/prometheus-alertmanager', '/usr/local/bin/alertmanager')
const prometheus = installed('/usr/bin/prometheus', '/usr/local/bin/prometheus')

const good = (what: string): Finding => ({ what, state: 'good', says: 'agree' })
const healthy = [good('settings'), good('clock and database'), good('clock and bank')]

let database: Awaited<ReturnType<typeof createTestDatabase>>
let time: () => Date
let databaseNow: () => Date
beforeAll(async () => {
  database = await createTestDatabase()
  await appendAndSeal(database.url, 3)
  databaseNow = await databaseTime(database.url)
})
afterAll(() => database.drop())
beforeEach(() => {
  time = databaseNow
})

async function appendAndSeal(url: string, rows: number) {
  const audit = openAudit(url)
  await audit.append(rows)
  await audit.seal()
  await audit.close()
}

const at = (databaseUrl: string) => operatorAt({ databaseUrl, now: () => time() })

type Line = { what: string; state: string; proof: string }

async function goLive(words = '', options: OperatorOptions = {}, findings = healthy) {
  const run = await at(database.url)(`go-live --json ${words}`, { findings, ...options })
  const { lines, ...page } = JSON.parse(run.out || '{"lines":[]}') as {
    lines: Line[]
    isReady: boolean
    page: string
  }
  const line = (what: string) => lines.find(one => one.what === what)
  return { ...run, ...page, lines, line }
}

async function restoredCopy(): Promise<string> {
  const { nodes } = await testPostgres()
  const [source, copy] = [
    new URL(database.url).pathname.slice(1),
    `restored_${randomBytes(6).toString('hex')}`,
  ]
  await onEachNode(nodes, `create database ${copy} template ${source} strategy file_copy`)
  onTestFinished(() => onEachNode(nodes, `drop database ${copy} with (force)`))
  return databaseOn(nodes[0] ?? '', copy)
}

const proofOf = async (url: string) => (await at(url)('audit prove-restore')).out

test('without proofs nothing but doctor and clocks is proven, the exit code is 1, and the trail has the page', async () => {
  const run = await goLive()
  expect(run.code).toBe(1)
  expect(run.lines.map(({ what, state }) => [what, state])).toEqual([
    ['doctor', 'pass'],
    ['played KYC', 'not proven'],
    ['back-up', 'not proven'],
    ['restore', 'not proven'],
    ['alert', 'not proven'],
    ['clocks', 'pass'],
  ])
  expect(run.page).toContain('Verdict: NOT READY, 4 not proven, 0 failed.')
  const digest = createHash('sha256').update(run.page).digest('hex')
  const rows = await onConnection(database.url, client =>
    client.query(
      `select subject from audit_events where action = 'go-live.sign' order by happened_on desc limit 1`,
    ),
  )
  expect(rows.rows).toEqual([
    { subject: `not ready: played KYC, back-up, restore, alert (SHA-256 ${digest})` },
  ])
})

test('a problem of doctor fails, warnings are told, and a wrong or lone clock is never proven', async () => {
  const problem: Finding = { what: 'SMS_KEY', state: 'problem', says: 'the SMS provider refuses it' }
  const warned: Finding = { what: 'settings', state: 'warning', says: 'TRUSTED_PROXIES is not set' }
  const slow: Finding = {
    what: 'clock and bank',
    state: 'warning',
    says: "this computer's clock is 9 s behind",
  }
  expect((await goLive('', {}, [...healthy, problem])).line('doctor')).toMatchObject({
    state: 'fail',
    proof: expect.stringContaining('SMS_KEY: the SMS provider refuses it'),
  })
  expect((await goLive('', {}, [...healthy, warned])).line('doctor')).toMatchObject({
    state: 'pass',
    proof: expect.stringContaining('TRUSTED_PROXIES'),
  })
  expect((await goLive('', {}, [good('clock and database'), slow])).line('clocks')?.state).toBe('fail')
  expect((await goLive('', {}, [good('clock and database')])).line('clocks')?.state).toBe('not proven')
})

test.skipIf(isOnCluster())(
  'a restored copy proves the restore, and an old, forged or foreign proof does not',
  async () => {
    const proof = await proofOf(await restoredCopy())
    const judged = async (file: string) =>
      (await goLive('--restored restored.json', { files: { 'restored.json': file } })).line('restore')
    expect(await judged(proof)).toMatchObject({
      state: 'pass',
      proof: expect.stringMatching(/ 3 audit rows, intact, .* of this trail$/),
    })
    await appendAndSeal(database.url, 2)
    expect((await judged(proof))?.state).toBe('pass')

    expect(await judged(proof.replace('"rows":3', '"rows":4'))).toMatchObject({ state: 'fail' })
    expect(await judged('no proof')).toMatchObject({ state: 'fail' })
    expect(await judged(await proofOf(database.url))).toMatchObject({
      state: 'not proven',
      proof: expect.stringContaining('this very database'),
    })
    const foreign = await createTestDatabase()
    await appendAndSeal(foreign.url, 3)
    expect(await judged(await proofOf(foreign.url))).toMatchObject({
      state: 'fail',
      proof: expect.stringContaining("trail is not this one's"),
    })
    await foreign.drop()
    const late = new Date(databaseNow().getTime() + 101 * dayMs)
    time = () => late
    expect(await judged(proof)).toMatchObject({
      state: 'not proven',
      proof: expect.stringContaining('more than 100 days ago'),
    })
  },
)

test.skipIf(isOnCluster())('a copy whose trail was changed gets no proof', async () => {
  const copy = await restoredCopy()
  await onConnection(copy, async client => {
    await client.query("set session_replication_role = 'replica'")
    await client.query(`update audit_events set actor = 'somebody else' where position = 2`)
  })
  const run = await at(copy)('audit prove-restore')
  expect(run).toMatchObject({ code: 1, out: '', complaint: expect.stringContaining('not intact') })
})

test('a page is told from a changed one', async () => {
  const { out } = await at(database.url)('go-live', { findings: healthy })
  const check = (page: string) =>
    at(database.url)('go-live --check page.txt', { files: { 'page.txt': page } })
  expect(await check(out)).toMatchObject({ code: 0, out: 'The page is as it was signed under AUDIT_KEY.\n' })
  expect(await check(out.replace('NOT READY', 'READY'))).toMatchObject({ code: 1 })
  expect(await check('no page')).toMatchObject({ code: 1 })
})

test('an address that is none, and an Alertmanager that is away, are told in a sentence', async () => {
  expect(await at(database.url)('go-live --prometheus localhost:9090')).toMatchObject({
    code: 2,
    complaint: expect.stringContaining("'localhost:9090' is no http address."),
  })
  const nobody = `http://127.0.0.1:${await freePort()}`
  expect((await goLive(`--alertmanager ${nobody}`)).line('alert')).toMatchObject({
    state: 'not proven',
    proof: 'Alertmanager gave no answer: nothing listens at its address and port (ECONNREFUSED)',
  })
  expect(await at(database.url)(`go-live --fire-alert --alertmanager ${nobody}`)).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('Alertmanager did not take the alert'),
  })
})

test.skipIf(!alertmanager)(
  'an alert that a real Alertmanager has sent is proven by the word that it brought',
  async () => {
    // Alertmanager's webhook stands for whoever is on duty.
    const onDuty = await startFakeServer(response => response.end())
    onTestFinished(onDuty.close)
    const address = `http://127.0.0.1:${await startAlertmanager(onDuty.url)}`
    const alert = async (words = '') => (await goLive(`--alertmanager ${address} ${words}`)).line('alert')
    expect(await alert()).toMatchObject({
      state: 'not proven',
      proof: expect.stringContaining('--fire-alert'),
    })

    const fired = await at(database.url)(`go-live --fire-alert --alertmanager ${address}`)
    expect(fired).toMatchObject({ code: 0, complaint: '' })
    await expect.poll(() => onDuty.received).toHaveLength(1)
    const [, word = ''] = /read the word (\d{4}-\d{4})/.exec(onDuty.received[0]?.body ?? '') ?? []
    // The word reaches the operator by the alert alone.
    expect(fired.out).not.toContain(word)
    expect(await alert()).toMatchObject({ state: 'not proven', proof: expect.stringContaining('--received') })
    expect(await alert('--received 1111-1111')).toMatchObject({ state: 'fail' })
    expect(await alert(`--received ${word}`)).toMatchObject({
      state: 'pass',
      proof: expect.stringMatching(/sent to on-duty, and its word was read back$/),
    })
  },
)

test.skipIf(!prometheus)('a real Prometheus proves the played KYC and the age of the back-up', async () => {
  let metrics = ''
  const target = await startFakeServer(response => {
    response.setHeader('content-type', 'text/plain; version=0.0.4')
    response.end(metrics)
  })
  onTestFinished(target.close)
  const nowSeconds = () => Math.round(time().getTime() / 1_000)
  const backUpOf = (hours: number) =>
    `ekyc_backup_completed_timestamp_seconds{tool="pgbackrest"} ${nowSeconds() - hours * 3_600}\n`
  const address = `http://127.0.0.1:${await startPrometheus(target.url)}`
  const watched = async () => {
    const { line } = await goLive(`--prometheus ${address}`)
    return { kyc: line('played KYC'), backUp: line('back-up') }
  }
  expect(await watched()).toMatchObject({
    kyc: { state: 'not proven', proof: expect.stringContaining('no synthetic agent') },
    backUp: { state: 'not proven', proof: expect.stringContaining('tell-back-up.sh') },
  })
  const step = (name: string, success: number) => `ekyc_probe_step_success{step="${name}"} ${success}\n`
  const told = (reference: number, minutesAgo: number, hoursAgo: number) =>
    `${step('log-in', 1)}${step('reference', reference)}` +
    `ekyc_probe_last_run_timestamp_seconds ${nowSeconds() - minutesAgo * 60}\n${backUpOf(hoursAgo)}`
  const until = async (expected: object): Promise<void> => {
    await expect.poll(watched).toMatchObject(expected)
  }
  metrics = told(1, 1, 3)
  await until({ kyc: { state: 'not proven', proof: expect.stringContaining('no fingerprint') } })
  metrics = told(1, 1, 3) + step('submit', 1)
  await until({
    kyc: { state: 'pass', proof: expect.stringContaining('log-in, reference') },
    backUp: { state: 'pass', proof: 'completed: pgbackrest 3.0 h ago' },
  })
  metrics = told(0, 1, 27)
  await until({
    kyc: { state: 'fail', proof: 'the synthetic agent fails at: reference' },
    backUp: { state: 'fail' },
  })
  metrics = told(1, 30, 3)
  await until({ kyc: { state: 'fail', proof: 'the synthetic agent last played 30 minutes ago' } })
})

function startAlertmanager(webhook: string): Promise<number> {
  const config = {
    route: { receiver: 'on-duty', group_wait: '0s' },
    receivers: [{ name: 'on-duty', webhook_configs: [{ url: webhook }] }],
  }
  const words = (folder: string) => [`--storage.path=${folder}`, '--cluster.listen-address=']
  return startWatcher(alertmanager ?? '', config, words)
}

function startPrometheus(target: string): Promise<number> {
  const config = {
    global: { scrape_interval: '1s' },
    scrape_configs: ['ekyc-node', 'ekyc-probe'].map(job => ({
      job_name: job,
      static_configs: [{ targets: [new URL(target).host] }],
    })),
  }
  return startWatcher(prometheus ?? '', config, folder => [`--storage.tsdb.path=${folder}`])
}

async function startWatcher(program: string, config: object, words: (folder: string) => string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-watcher-'))
  const file = join(folder, 'config.yml')
  writeFileSync(file, JSON.stringify(config))
  const port = await freePort()
  const started = spawn(
    program,
    [`--config.file=${file}`, `--web.listen-address=127.0.0.1:${port}`, ...words(folder)],
    { stdio: 'ignore' },
  )
  const ended = new Promise(resolve => started.once('exit', resolve))
  onTestFinished(async () => {
    started.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/-/ready`)).status).toBe(200)
  return port
}
