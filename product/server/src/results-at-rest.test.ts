import { constants, createDecipheriv, createHash, privateDecrypt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { startOwnPostgres } from '@ekyc/private-postgres/testing/own-postgres'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { migrate } from './database/migrate.ts'
import { onConnection } from './database/on-connection.ts'
import type { OpenVault } from './database/vault.ts'
import { hourMs, minuteMs } from './domain/durations.ts'
import { Unavailable } from './domain/ports.ts'
import type { ResultsMode } from './domain/results.ts'
import { doKyc } from './testing/do-kyc.ts'
import { verified } from './testing/fake-outside.ts'
import { countRows, runSql } from './testing/run-sql.ts'
import { agentPassword, startTestServer, type TestServer } from './testing/test-server.ts'
import { makeTestVault, type TestVault } from './testing/test-vault.ts'

let lastMobile = 9_500_000_000
const customer = 'Kamala Venkataraghavan'

type Postgres = Awaited<ReturnType<typeof startOwnPostgres>>
let postgres: Postgres
let vaultPostgres: Postgres
let testVault: TestVault
let lastReference = 0
beforeAll(async () => {
  ;[postgres, vaultPostgres] = await Promise.all([
    startOwnPostgres({ durable: true }),
    startOwnPostgres({ durable: true }),
  ])
  await migrate(postgres.url)
  testVault = await makeTestVault(vaultPostgres.url)
})
afterAll(async () => {
  testVault.remove()
  await Promise.all([postgres.close(), vaultPostgres.close()])
})

type Started = TestServer & {
  vault: OpenVault
  token: string
  kyc(reference?: string): ReturnType<typeof doKyc>
}

async function started(mode: ResultsMode, passThroughMs = 500): Promise<Started> {
  const now = () => server.clock.now()
  const vault = testVault.open(now)
  const results = { mode, passThroughMs, vaultUrl: vaultPostgres.url, sealingKeys: [] }
  const server = await startTestServer({ databaseUrl: postgres.url, results }, { vault })
  server.outside.answer = async () => ({ ...verified, eKyc: { ...verified.eKyc, name: customer } })
  const mobile = String(++lastMobile)
  await server.addAgent({ mobile, password: agentPassword })
  const token = await server.signIn(mobile)
  return {
    ...server,
    vault,
    token,
    kyc(reference = `REF-${++lastReference}`) {
      server.outside.references.set(reference, 'allowed')
      return doKyc(server, { mobile, token, reference })
    },
    async close() {
      await server.close()
      await vault.close()
    },
  }
}

async function takeNothing<T>({ outside }: Started, work: () => Promise<T>): Promise<T> {
  const { deliverResult } = outside.bank
  outside.bank.deliverResult = () => Promise.reject(new Unavailable('bank', 'away'))
  try {
    return await work()
  } finally {
    outside.bank.deliverResult = deliverResult
  }
}

const kept = () => onConnection(vaultPostgres.url, client => client.query('select id from vault_results'))

describe('[controls 35 to 40] RESULTS=vault', () => {
  let server: Started
  beforeAll(async () => void (server = await started('vault')))
  afterAll(() => server.close())
  beforeEach(() => {
    server.outside.results.length = 0
    testVault.accesses.length = 0
  })

  test('a result waits in the vault alone, reaches the bank whole, and is gone from there', async () => {
    const { orderId } = await takeNothing(server, async () => {
      const answer = await server.kyc()
      expect(answer.response.success).toBe(true)
      await server.outbox.deliverDue()
      return answer
    })
    expect((await kept()).rows).toHaveLength(1)

    server.clock.advance(60_000)
    expect((await server.metrics.read()).text).toMatch(
      /^ekyc_vault_up 1$[^]*^ekyc_vault_results 1$[^]*^ekyc_vault_oldest_age_seconds 60$/m,
    )
    expect(await server.outbox.deliverDue()).toBe(1)
    const [delivered] = server.outside.results
    expect(JSON.parse(delivered?.body ?? '')).toMatchObject({
      id: delivered?.id,
      type: 'kyc.result',
      orderId,
      eKyc: { name: customer },
    })
    expect((await kept()).rows).toHaveLength(0)
    expect(testVault.accesses.map(({ order, reason }) => ({ order, reason }))).toEqual([
      { order: orderId, reason: 'delivery' },
      { order: orderId, reason: 'delivery' },
      { order: orderId, reason: 'erased: delivered or given up' },
    ])
  })

  test('another server opens it by the module, hours later', async () => {
    await takeNothing(server, () => server.kyc())
    server.clock.advance(5 * hourMs)
    const other = testVault.open(server.clock.now)
    const [row] = (await kept()).rows as { id: string }[]
    expect(JSON.parse((await other.open(row?.id ?? '')) ?? '')).toMatchObject({ eKyc: { name: customer } })
    await other.close()
    await server.outbox.deliverDue()
    expect(server.outside.results).toHaveLength(1)
  })

  test('with the vault away a submit is refused before the authority is asked, and the order stays open', async () => {
    await vaultPostgres.kill()
    server.outside.asked.length = 0
    const { status, response, orderId } = await server.kyc()
    expect({ status, code: response.code }).toEqual({ status: 503, code: 'database_away' })
    expect(server.outside.asked).toEqual([])
    expect(await statusOf(orderId)).toBe('INIT')
    const { text } = await server.metrics.read()
    expect(text).toMatch(/^ekyc_vault_up 0$/m)
    expect(text).not.toMatch(/^ekyc_vault_results \d/m)
    await vaultPostgres.up()
  })

  test('a vault that dies during the submit is waited for: the result is neither lost nor a success too early', async () => {
    server.outside.answer = async () => {
      await vaultPostgres.kill()
      return { ...verified, eKyc: { ...verified.eKyc, name: customer } }
    }
    const { keep } = server.vault
    let failed = 0
    server.vault.keep = result =>
      keep(result).catch((error: unknown) => {
        failed += 1
        throw error
      })
    let isAnswered = false
    const submitted = server.kyc().finally(() => (isAnswered = true))
    await expect.poll(() => failed).toBeGreaterThan(1)
    expect(isAnswered).toBe(false)
    await vaultPostgres.up()
    const { response } = await submitted
    server.vault.keep = keep
    expect(response.success).toBe(true)
    server.outside.answer = async () => ({ ...verified, eKyc: { ...verified.eKyc, name: customer } })
    await server.outbox.deliverDue()
    expect(server.outside.results).toHaveLength(1)
  })

  test('a database that dies after the vault has the result: a success has its result once, a failure none', async () => {
    const { keep } = server.vault
    let isDead = false
    server.vault.keep = async result => {
      await keep(result)
      await postgres.kill()
      isDead = true
    }
    const submitted = server.kyc()
    await expect.poll(() => isDead).toBe(true)
    await postgres.up()
    const { response } = await submitted
    server.vault.keep = keep
    expect(response.success).toBe(true)
    await server.outbox.deliverDue()
    expect(server.outside.results).toHaveLength(1)
  })

  test('a row without a message is not delivered, and the housekeeping removes it, and old keys', async () => {
    const at = server.clock.now()
    const id = '01990000-0000-7000-8000-000000000001'
    await server.vault.keep({
      id,
      orderId: id,
      body: '{}',
      at,
      expiresOn: new Date(at.getTime() + 99 * hourMs),
    })
    await takeNothing(server, () => server.kyc())
    await server.vault.sweep(server.open.runner, server.clock.now())
    expect((await kept()).rows).toHaveLength(2)

    server.clock.advance(hourMs + 1_000)
    await server.vault.sweep(server.open.runner, server.clock.now())
    expect((await kept()).rows).not.toContainEqual({ id })
    expect(await server.vault.standing(server.clock.now())).toEqual({ kept: 1, oldestSeconds: 3_601 })
    await server.outbox.deliverDue()
    expect(server.outside.results).toHaveLength(1)

    server.clock.advance(2 * hourMs)
    await server.vault.sweep(server.open.runner, server.clock.now())
    expect(await onConnection(vaultPostgres.url, one => one.query('select from vault_keys'))).toMatchObject({
      rowCount: 0,
    })
  })

  test('a submit costs one statement more: the question whether the vault is there runs beside the reading', async () => {
    await server.kyc()
    const sent = vi.spyOn(Client.prototype, 'query')
    await server.kyc()
    const texts = sent.mock.calls.map(([one]) => (one as unknown as { text: string }).text)
    sent.mockRestore()
    expect(texts.filter(text => text.startsWith('-- vault.')).map(text => text.split('\n', 1)[0])).toEqual([
      '-- vault.ping',
      '-- vault.keep',
    ])
    await server.outbox.deliverDue()
  })

  test('a result that the vault lacks for a moment is sent later; after some minutes it is a dead letter', async () => {
    const rows = await keptOfOneKyc()
    await onConnection(vaultPostgres.url, client => client.query('delete from vault_results'))
    await server.outbox.deliverDue()
    await putBack(rows)
    server.clock.advance(2_000)
    await server.outbox.deliverDue()
    expect(server.outside.results).toHaveLength(1)

    await keptOfOneKyc()
    await onConnection(vaultPostgres.url, client => client.query('delete from vault_results'))
    expect(await lastErrorAfterMinutes()).toBe('not in the vault')
  })

  test('[A9] another body in the place of a result is not sent, though the vault opens it', async () => {
    const [row] = await keptOfOneKyc()
    const forger = testVault.open(server.clock.now)
    const { id = '', order_id: orderId = '' } = row ?? {}
    await forger.erase([id], 'forged')
    const at = server.clock.now()
    const body = JSON.stringify({ type: 'kyc.result', orderId, eKyc: { name: 'Another Person' } })
    await forger.keep({ id, orderId, body, at, expiresOn: new Date(at.getTime() + 5 * hourMs) })
    await forger.close()
    expect(await lastErrorAfterMinutes()).toBe('changed in the vault')
    expect(server.outside.results).toEqual([])
  })

  type KeptRow = { id: string; order_id: string; body: Buffer }
  const keptOfOneKyc = async (): Promise<KeptRow[]> => {
    server.outside.results.length = 0
    await takeNothing(server, () => server.kyc())
    const { rows } = await onConnection(vaultPostgres.url, client =>
      client.query<KeptRow>('select * from vault_results'),
    )
    expect(rows).toHaveLength(1)
    return rows
  }

  const putBack = (rows: KeptRow[]) =>
    onConnection(vaultPostgres.url, client =>
      client.query(
        `insert into vault_results select id, order_id, key_id, body, kept_on, expires_on
         from jsonb_populate_recordset(null::vault_results, $1)`,
        [JSON.stringify(rows.map(row => ({ ...row, body: `\\x${row.body.toString('hex')}` })))],
      ),
    )

  const lastErrorAfterMinutes = async () => {
    for (let tries = 0; tries < 10; tries += 1) {
      await server.outbox.deliverDue()
      server.clock.advance(10 * minuteMs)
    }
    const [last] = await runSql<{ last_error: string }>(
      server.open.runner,
      `select last_error from outbox where dead_on is not null order by dead_on desc limit 1`,
    )
    return last?.last_error
  }
})

async function statusOf(orderId: string): Promise<unknown> {
  const { rows } = await onConnection(postgres.url, client =>
    client.query<{ status: string }>('select status from orders where id = $1', [orderId]),
  )
  return rows[0]?.status
}

describe('RESULTS=pass-through', () => {
  let server: Started
  beforeAll(async () => void (server = await started('pass-through')))
  afterAll(() => server.close())
  beforeEach(() => void (server.outside.results.length = 0))

  test('the bank has the result before the agent has the answer, and nothing is written for it', async () => {
    const { response, orderId } = await server.kyc()
    expect(response.success).toBe(true)
    const [delivered] = server.outside.results
    expect(JSON.parse(delivered?.body ?? '')).toMatchObject({
      id: delivered?.id,
      orderId,
      eKyc: { name: customer },
    })
    expect(await countRows(server.open.runner, 'outbox', `kind = 'kyc-result' and body is not null`)).toBe(0)
    expect((await kept()).rows).toEqual([])
  })

  test('a bank that fails once gets the same delivery again', async () => {
    const { deliverResult } = server.outside.bank
    const ids: string[] = []
    server.outside.bank.deliverResult = async delivery => {
      ids.push(delivery.id)
      if (ids.length === 1) throw new Unavailable('bank', 'no answer')
    }
    const { response } = await server.kyc()
    server.outside.bank.deliverResult = deliverResult
    expect(response.success).toBe(true)
    expect(ids).toEqual([ids[0], ids[0]])
  })

  test('a bank that does not take it in time gets nothing later: the KYC has failed, and says so', async () => {
    const { response, orderId } = await takeNothing(server, () => server.kyc())
    expect(response).toMatchObject({
      success: false,
      code: 'result_not_taken',
      displayMsg: expect.stringContaining('the bank did not take the result'),
    })
    expect(await statusOf(orderId)).toBe('KYC_FAILURE')
    await server.outbox.deliverDue()
    // The bank informs the holder, so the server tells the bank about the failure, without personal data.
    const types = server.outside.results.map(({ body }) => (JSON.parse(body) as { type: string }).type)
    expect(types).toEqual(['kyc.failed'])
    expect((await server.kyc(`REF-${lastReference}`)).response.success).toBe(true)
  })
})

describe('a byte search of files, WAL and back-up of both databases', () => {
  test.each<[ResultsMode, inMain: number, inVault: number]>([
    // The outbox holds the result encrypted with a key of the settings, which proves that the search can find a result.
    ['outbox', 1, 0],
    ['vault', 0, 0],
    ['pass-through', 0, 0],
  ])('RESULTS=%s, while the result waits', async (mode, inMain, inVault) => {
    const server = await started(mode)
    const { outboxKeys, auditKeys, peppers } = server.config
    await Promise.all([postgres.url, vaultPostgres.url].map(forgetWal))
    server.outside.answer = async () => ({ ...verified, eKyc: { ...verified.eKyc, name: names[mode] } })
    await takeNothing(server, () => server.kyc())
    await Promise.all([postgres.url, vaultPostgres.url].map(writeFiles))
    const keys = [
      ...outboxKeys,
      ...auditKeys,
      ...peppers.map(pepper => createHash('sha256').update(pepper).digest()),
    ]
    const search = (everything: Buffer[], withKeys = keys) => ({
      clear: everything.filter(bytes => bytes.includes(names[mode])).length,
      decrypted: Math.min(1, everything.filter(bytes => opens(bytes, withKeys, names[mode])).length),
    })
    expect(search(await bytesOf(postgres))).toEqual({ clear: 0, decrypted: inMain })
    const inVaultFiles = await bytesOf(vaultPostgres)
    expect(search(inVaultFiles)).toEqual({ clear: 0, decrypted: inVault })
    // In the mode vault, the vault's own keys decrypt the result, which proves that the search looked at the right
    // bytes.
    const { rows } = await onConnection(vaultPostgres.url, client =>
      client.query<{ id: string; sealed: Buffer }>('select id, sealed from vault_keys'),
    )
    const dataKeys = rows.map(({ id, sealed }) => unsealed(testVault.sealingKey, id, sealed))
    expect(search(inVaultFiles, dataKeys)).toEqual({ clear: 0, decrypted: Number(mode === 'vault') })
    await server.close()
  })

  const names = { outbox: 'Outbox Ramaswamy', vault: 'Vault Ramaswamy', 'pass-through': 'Passing Ramaswamy' }
})

const forgetWal = (url: string) =>
  onConnection(url, client => client.query('checkpoint; select pg_switch_wal()'))
const writeFiles = (url: string) => onConnection(url, client => client.query('checkpoint'))

/** Returns all files of the cluster with its WAL, each row of its tables as text, and the rows' binary values. */
async function bytesOf({ url, data }: Postgres): Promise<Buffer[]> {
  const rows = await onConnection(url, async client => {
    const ask = async (text: string) => (await client.query<{ text: string }>(text)).rows.map(row => row.text)
    const tables = await ask(
      `select quote_ident(table_name) as text from information_schema.tables where table_schema = 'public'`,
    )
    const all: string[] = []
    for (const table of tables) all.push(...(await ask(`select t::text as text from ${table} t`)))
    return all
  })
  const files = readdirSync(data, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name)))
  const values = rows.flatMap(row =>
    [...row.matchAll(/\\\\x([0-9a-f]+)/g)].map(([, hex = '']) => Buffer.from(hex, 'hex')),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(values.length).toBeGreaterThan(0)
  return [...files, ...rows.map(row => Buffer.from(row)), ...values]
}

function unsealed(key: string, label: string, sealed: Buffer): Buffer {
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  return privateDecrypt(
    { key, padding, oaepHash: 'sha256', oaepLabel: Buffer.from(label) },
    sealed.subarray(4),
  )
}

/** Tells whether `word` is in a text decrypted from any place that looks like the start of a box of one of the keys. */
function opens(bytes: Buffer, keys: Buffer[], word: string): boolean {
  return keys.some(key => {
    const print = createHash('sha256').update('box key\0').update(key).digest().subarray(0, 4)
    for (let at = bytes.indexOf(print); at >= 0; at = bytes.indexOf(print, at + 1)) {
      const nonce = bytes.subarray(at + 4, at + 16)
      if (nonce.length < 12) return false
      const counter = Buffer.concat([nonce, Buffer.from([0, 0, 0, 2])])
      const clear = createDecipheriv('aes-256-ctr', key, counter).update(bytes.subarray(at + 32, at + 2_032))
      if (clear.includes(word)) return true
    }
    return false
  })
}
