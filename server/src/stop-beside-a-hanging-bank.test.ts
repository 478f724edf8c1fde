import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { openDatabase, type OpenDatabase } from './database/open-database.ts'
import { testSeals } from './testing/operator-at.ts'
import { countRows } from './testing/run-sql.ts'
import { createTestDatabase } from './testing/test-database.ts'
import { putWaitingResults } from './testing/waiting-results.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const mobile = '9000000001'
const folder = mkdtempSync(join(tmpdir(), 'ekyc-stop-'))
const children: ChildProcess[] = []
let database: Awaited<ReturnType<typeof createTestDatabase>>
let open: OpenDatabase
let sandbox: string
let settings: Record<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  open = openDatabase(database.url, testSeals, { connections: 2 })
  const told = await readyLineOf(
    start('../../sandbox/src/main.ts', { SANDBOX_PORT: '0', DEVICE_PORT: 'off' }),
  )
  sandbox = String(told['sandbox'])
  settings = JSON.parse(readFileSync(join(folder, 'sandbox/server-settings.json'), 'utf8')) as typeof settings
})
afterAll(async () => {
  for (const child of children)
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
  await open.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('beside a bank that hangs and 5,000 waiting results an OTP leaves first, and SIGTERM ends with code 0', async () => {
  await fetch(`${sandbox}/bank`, { method: 'PUT', body: JSON.stringify({ delayMs: 600_000 }) })
  const keys = [Buffer.from(settings['OUTBOX_KEY'] ?? '', 'base64')] as const
  await putWaitingResults(open.runner, { keys, count: 5_000, at: new Date() })
  const server = start('main.ts', {
    ...settings,
    DATABASE_URL: database.url,
    PORT: '0',
    BANK_TIMEOUT_MS: '30000',
  })
  const { address } = await readyLineOf(server)
  const exchanges = () => countRows(open.runner, 'outbox', `kind = 'kyc-result' and attempts > 0`)
  await vi.waitFor(async () => expect(await exchanges()).toBe(20), { timeout: 30_000 })

  await fetch(`${String(address)}/api/v1/dbs/user/password/reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ header: {}, device: {}, username: mobile }),
  })
  await vi.waitFor(async () => expect(await messagesTo(mobile)).toHaveLength(1), { timeout: 30_000 })
  const ended = await countRows(open.runner, 'outbox', `kind = 'kyc-result' and last_error is not null`)
  expect(ended).toBe(0)

  server.kill('SIGTERM')
  const [code] = (await once(server, 'exit')) as [number | null]
  expect(code).toBe(0)
  expect(await countRows(open.runner, 'outbox', `kind = 'kyc-result' and body is not null`)).toBe(5_000)
})

async function messagesTo(phone: string): Promise<unknown[]> {
  return (await (await fetch(`${sandbox}/sms/messages?to=${phone}`)).json()) as unknown[]
}

function start(program: string, env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, program)], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder, ...env },
  })
  children.push(child)
  return child
}

/** Rejects with the program's output when it ends before it is ready. */
async function readyLineOf(child: ChildProcess): Promise<Record<string, unknown>> {
  let words = ''
  child.stderr?.on('data', (chunk: Buffer) => (words += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('exit', code => reject(new Error(`it ended with ${code}: ${words}`)))
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', line => {
        if (line.startsWith('{"ready":')) resolve(JSON.parse(line) as Record<string, unknown>)
      })
  })
}
