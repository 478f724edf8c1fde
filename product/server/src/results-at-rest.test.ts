import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { withConnection } from './database/link/direct-connection.ts'
import { hourMs, minuteMs } from './domain/clocks.ts'
import { Unavailable } from './domain/ports.ts'
import {
  customer,
  newestReference,
  startResultsServer,
  statusOf,
  takeNothing,
  type ResultsServer,
} from '../testing/outside/results-server.ts'
import { databaseOfFile } from '../testing/database/test-database.ts'
import { makeTestVault } from '../testing/database/test-vault.ts'

const databaseUrl = await databaseOfFile()
const vaultUrl = await databaseOfFile()
const places = { url: databaseUrl, vaultUrl, testVault: await makeTestVault(vaultUrl) }
afterAll(() => places.testVault.remove())

const kept = () => withConnection(places.vaultUrl, client => client.query('select id from vault_results'))

describe('[controls 35 to 40] RESULTS=vault', () => {
  let server: ResultsServer
  beforeAll(async () => void (server = await startResultsServer(places, 'vault')))
  afterAll(() => server.close())
  beforeEach(() => {
    server.outside.results.length = 0
    places.testVault.accesses.length = 0
  })

  test('a result waits in the vault alone, reaches the bank whole, and is gone from there', async () => {
    const { orderId } = await takeNothing(server, async () => {
      const answer = await server.kyc()
      expect(answer.response.success).toBe(true)
      await server.deliverDue()
      return answer
    })
    expect((await kept()).rows).toHaveLength(1)

    server.clock.advance(60_000)
    expect((await server.metrics.read()).text).toMatch(
      /^ekyc_vault_up 1$[^]*^ekyc_vault_results 1$[^]*^ekyc_vault_oldest_age_seconds 60$/m,
    )
    expect(await server.deliverDue()).toBe(1)
    const [delivered] = server.outside.results
    expect(JSON.parse(delivered?.body ?? '')).toMatchObject({
      id: delivered?.id,
      type: 'kyc.result',
      orderId,
      eKyc: { name: customer },
    })
    expect((await kept()).rows).toHaveLength(0)
    expect(places.testVault.accesses.map(({ order, reason }) => ({ order, reason }))).toEqual([
      { order: orderId, reason: 'delivery' },
      { order: orderId, reason: 'delivery' },
      { order: orderId, reason: 'erased: delivered or given up' },
    ])
  })

  test('another server opens it by the module, hours later', async () => {
    await takeNothing(server, () => server.kyc())
    server.clock.advance(5 * hourMs)
    const other = places.testVault.open(server.clock.now)
    const [row] = (await kept()).rows as { id: string }[]
    expect(JSON.parse((await other.open(row?.id ?? '')) ?? '')).toMatchObject({ eKyc: { name: customer } })
    await other.close()
    await server.deliverDue()
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
    await server.deliverDue()
    expect(server.outside.results).toHaveLength(1)

    server.clock.advance(2 * hourMs)
    await server.vault.sweep(server.open.runner, server.clock.now())
    expect(await withConnection(places.vaultUrl, one => one.query('select from vault_keys'))).toMatchObject({
      rowCount: 0,
    })
  })

  test('a result that the vault lacks for a moment is sent later; after some minutes it is a dead letter', async () => {
    const rows = await keptOfOneKyc()
    await withConnection(places.vaultUrl, client => client.query('delete from vault_results'))
    await server.deliverDue()
    await putBack(rows)
    server.clock.advance(2_000)
    await server.deliverDue()
    expect(server.outside.results).toHaveLength(1)

    await keptOfOneKyc()
    await withConnection(places.vaultUrl, client => client.query('delete from vault_results'))
    expect(await lastErrorAfterMinutes()).toBe('not in the vault')
  })

  test('[A9] another body in the place of a result is not sent, though the vault opens it', async () => {
    const [row] = await keptOfOneKyc()
    const forger = places.testVault.open(server.clock.now)
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
    const { rows } = await withConnection(places.vaultUrl, client =>
      client.query<KeptRow>('select * from vault_results'),
    )
    expect(rows).toHaveLength(1)
    return rows
  }

  const putBack = (rows: KeptRow[]) =>
    withConnection(places.vaultUrl, client =>
      client.query(
        `insert into vault_results select id, order_id, key_id, body, kept_on, expires_on
         from jsonb_populate_recordset(null::vault_results, $1)`,
        [JSON.stringify(rows.map(row => ({ ...row, body: `\\x${row.body.toString('hex')}` })))],
      ),
    )

  const lastErrorAfterMinutes = async () => {
    for (let tries = 0; tries < 10; tries += 1) {
      await server.deliverDue()
      server.clock.advance(10 * minuteMs)
    }
    const [last] = await server.sql<{ last_error: string }>(
      `select last_error from outbox where dead_on is not null order by dead_on desc limit 1`,
    )
    return last?.last_error
  }
})

describe('RESULTS=pass-through', () => {
  let server: ResultsServer
  beforeAll(async () => void (server = await startResultsServer(places, 'pass-through')))
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
    expect(await server.countRows('outbox', `kind = 'kyc-result' and body is not null`)).toBe(0)
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
    expect(await statusOf(places.url, orderId)).toBe('KYC_FAILURE')
    await server.deliverDue()
    // The bank informs the holder, so the server tells the bank about the failure, without personal data.
    const types = server.outside.results.map(({ body }) => (JSON.parse(body) as { type: string }).type)
    expect(types).toEqual(['kyc.failed'])
    expect((await server.kyc(newestReference())).response.success).toBe(true)
  })
})
