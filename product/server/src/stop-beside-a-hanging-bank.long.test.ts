import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { openDatabase } from './database/link/open-database.ts'
import { newId } from './domain/ids.ts'
import { databaseTime } from '../testing/database/database-time.ts'
import { testSeals } from '../testing/operator-at.ts'
import { createPrograms, readyLineOf } from '../testing/programs.ts'
import { countRows, insertRows } from '../testing/database/run-sql.ts'
import { databaseOfFile } from '../testing/database/test-database.ts'
import { putWaitingResults } from '../testing/database/waiting-results.ts'

const mobile = '9000000001'
const folder = mkdtempSync(join(tmpdir(), 'ekyc-stop-'))
const programs = createPrograms(folder)

const databaseUrl = await databaseOfFile()
const open = openDatabase(databaseUrl, testSeals, { connections: 2 })
afterAll(async () => {
  await programs.killAll()
  await open.close()
  rmSync(folder, { recursive: true, force: true })
})
const { sandbox, settings } = await programs.startSandbox()

test('beside a bank that hangs and 5,000 waiting results an OTP leaves first, and SIGTERM ends with code 0', async () => {
  await fetch(`${sandbox}/bank`, { method: 'PUT', body: JSON.stringify({ delayMs: 600_000 }) })
  const keys = [Buffer.from(settings['OUTBOX_KEY'] ?? '', 'base64')] as const
  const now = await databaseTime(databaseUrl)
  await insertRows(open.runner, 'agents', [
    {
      id: newId(now()),
      mobile,
      name: 'Test Agent',
      email: '',
      addressLine1: '',
      addressLine2: '',
      createdOn: now(),
    },
  ])
  await putWaitingResults(open.runner, { keys, count: 5_000, at: now() })
  const server = programs.start('main.ts', {
    ...settings,
    DATABASE_URL: databaseUrl,
    PORT: '0',
    BANK_TIMEOUT_MS: '30000',
  })
  const { address } = await readyLineOf(server)
  const exchanges = () => countRows(open.runner, 'outbox', `kind = 'kyc-result' and attempts > 0`)
  await expect.poll(exchanges).toBe(20)

  await fetch(`${String(address)}/api/v1/dbs/user/password/reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ header: {}, device: {}, username: mobile }),
  })
  await expect.poll(() => messagesTo(mobile)).toHaveLength(1)
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
