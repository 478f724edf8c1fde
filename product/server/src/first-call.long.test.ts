import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '@ekyc/contract/testing/free-port'
import { Client } from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'

import { createPrograms, readyLineOf } from '../testing/programs.ts'
import { databaseOfFile } from '../testing/database/test-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'ekyc-first-call-'))
const programs = createPrograms(folder)
let address: string

const databaseUrl = await databaseOfFile()
const locker = new Client(databaseUrl)
await locker.connect()
afterEach(() => programs.killAll())
afterAll(async () => {
  await locker.end()
  rmSync(folder, { recursive: true, force: true })
})
const { settings } = await programs.startSandbox()

test('a server whose database takes long to prepare is alive, and asks callers to try again', async () => {
  const server = await startWithLockedMigrations()
  const live = () =>
    fetch(`${address}/health/live`).then(
      answer => answer.status,
      () => undefined,
    )
  await expect.poll(live, { interval: 200 }).toBe(200)
  expect(await waiting()).toBeGreaterThan(0)
  expect(await statusOfCall()).toBe(503)
  await locker.query('commit')
  await readyLineOf(server)
  expect(await statusOfCall()).toBe(200)
})

// The previous test has prepared the demo data, so that only the lock takes time.
test('a server takes no connection before it is prepared, so that nobody is refused by a server that starts', async () => {
  const server = await startWithLockedMigrations()
  const statuses = new Set<number | undefined>()
  const ready = new AbortController()
  const asking = (async () => {
    while (!ready.signal.aborted) {
      statuses.add(await statusOfCall())
      await sleep(20)
    }
  })()
  await expect.poll(waiting).toBeGreaterThan(0)
  await locker.query('commit')
  await readyLineOf(server)
  ready.abort()
  await asking
  statuses.add(await statusOfCall())
  expect([...statuses]).toEqual([undefined, 200])
})

async function startWithLockedMigrations() {
  await locker.query('begin; lock table migrations')
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  return programs.start('main.ts', { ...settings, DATABASE_URL: databaseUrl, PORT: String(port) })
}

async function waiting(): Promise<number> {
  const { rows } = await locker.query<{ count: number }>(
    'select count(*)::int from pg_locks where not granted and relation = $1::regclass',
    ['migrations'],
  )
  return rows[0]?.count ?? 0
}

function statusOfCall(): Promise<number | undefined> {
  return fetch(`${address}/api/v1/dbs/user/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ header: {}, device: {}, username: '9000000001' }),
  }).then(
    answer => answer.status,
    () => undefined,
  )
}
