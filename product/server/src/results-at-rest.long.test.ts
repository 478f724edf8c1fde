import { constants, createDecipheriv, createHash, privateDecrypt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { startOwnPostgres } from '@ekyc/private-postgres/testing/own-postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { migrate } from './database/schema/migrate.ts'
import { withConnection } from './database/link/direct-connection.ts'
import type { ResultsMode } from './domain/kyc/secure-result.ts'
import {
  customer,
  startResultsServer,
  statusOf,
  takeNothing,
  verifiedAs,
  type ResultsServer,
} from '../testing/outside/results-server.ts'
import { makeTestVault } from '../testing/database/test-vault.ts'

type Postgres = Awaited<ReturnType<typeof startOwnPostgres>>
let postgres: Postgres
let vaultPostgres: Postgres
;[postgres, vaultPostgres] = await Promise.all([
  startOwnPostgres({ durable: true }),
  startOwnPostgres({ durable: true }),
])
await migrate(postgres.url)
const vaultUrl = vaultPostgres.url
const places = { url: postgres.url, vaultUrl, testVault: await makeTestVault(vaultUrl) }
afterAll(async () => {
  places.testVault.remove()
  await Promise.all([postgres.close(), vaultPostgres.close()])
})

describe('[controls 35 to 40] RESULTS=vault', () => {
  let server: ResultsServer
  beforeAll(async () => void (server = await startResultsServer(places, 'vault')))
  afterAll(() => server.close())
  beforeEach(() => void (server.outside.results.length = 0))

  test('with the vault away a submit is refused before the authority is asked, and the order stays open', async () => {
    await vaultPostgres.kill()
    server.outside.asked.length = 0
    const { status, response, orderId } = await server.kyc()
    expect({ status, code: response.code }).toEqual({ status: 503, code: 'database_away' })
    expect(server.outside.asked).toEqual([])
    expect(await statusOf(postgres.url, orderId)).toBe('INIT')
    const { text } = await server.metrics.read()
    expect(text).toMatch(/^ekyc_vault_up 0$/m)
    expect(text).not.toMatch(/^ekyc_vault_results \d/m)
    await vaultPostgres.up()
  })

  test('a vault that dies during the submit is waited for: the result is neither lost nor a success too early', async () => {
    server.outside.answer = async () => {
      await vaultPostgres.kill()
      return verifiedAs(customer)
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
    server.outside.answer = async () => verifiedAs(customer)
    await server.deliverDue()
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
    await server.deliverDue()
    expect(server.outside.results).toHaveLength(1)
  })
})

describe('a byte search of files, WAL and back-up of both databases', () => {
  test.each<[ResultsMode, inMain: number, inVault: number]>([
    // The outbox holds the result encrypted with a key of the settings, which proves that the search can find a result.
    ['outbox', 1, 0],
    ['vault', 0, 0],
    ['pass-through', 0, 0],
  ])('RESULTS=%s, while the result waits', async (mode, inMain, inVault) => {
    const server = await startResultsServer(places, mode)
    const { outboxKeys, auditKeys, peppers } = server.config
    await Promise.all([postgres.url, vaultPostgres.url].map(forgetWal))
    server.outside.answer = async () => verifiedAs(names[mode])
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
    const { rows } = await withConnection(vaultPostgres.url, client =>
      client.query<{ id: string; sealed: Buffer }>('select id, sealed from vault_keys'),
    )
    const dataKeys = rows.map(({ id, sealed }) => unsealed(places.testVault.sealingKey, id, sealed))
    expect(search(inVaultFiles, dataKeys)).toEqual({ clear: 0, decrypted: Number(mode === 'vault') })
    await server.close()
  })

  const names = { outbox: 'Outbox Ramaswamy', vault: 'Vault Ramaswamy', 'pass-through': 'Passing Ramaswamy' }
})

const forgetWal = (url: string) =>
  withConnection(url, client => client.query('checkpoint; select pg_switch_wal()'))
const writeFiles = (url: string) => withConnection(url, client => client.query('checkpoint'))

/** Returns all files of the cluster with its WAL, each row of its tables as text, and the rows' binary values. */
async function bytesOf({ url, data }: Postgres): Promise<Buffer[]> {
  const rows = await withConnection(url, async client => {
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
