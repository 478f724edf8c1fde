import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { startOwnPostgres } from '@ekyc/private-postgres/testing/own-postgres'
import { afterAll, expect, test } from 'vitest'

import { withConnection } from '../database/link/direct-connection.ts'
import { migrateVault } from '../database/kyc/vault.ts'
import { examineVault } from './examine-database.ts'

const roles = readFileSync(join(import.meta.dirname, '../../../../deploy/vault-roles.sql'), 'utf8')

const postgres = await startOwnPostgres({ durable: false })
afterAll(() => postgres.close())
await withConnection(postgres.url, async client => {
  await client.query(roles)
  await client.query(roles)
  for (const role of ['ekyc_vault_owner', 'ekyc_vault'])
    await client.query(`alter role ${role} password 'tests'`)
  await client.query(`create role somebody login password 'tests'`)
})

const as = (role: string) => Object.assign(new URL(postgres.url), { username: role, password: 'tests' }).href
const examined = (vaultUrl: string | undefined) =>
  examineVault({ mode: 'vault', passThroughMs: 0, vaultUrl, sealingKeys: [] })

test('the doctor tells of a vault without tables, and of a good one; the owner makes the tables, as often as he likes', async () => {
  expect(await examined(as('ekyc_vault'))).toEqual([
    { what: 'vault', state: 'problem', says: expect.stringContaining('has no tables yet') },
  ])
  await expect(migrateVault(as('ekyc_vault'))).rejects.toThrow('permission denied')
  await migrateVault(as('ekyc_vault_owner'))
  await migrateVault(as('ekyc_vault_owner'))
  expect(await examined(as('ekyc_vault'))).toEqual([{ what: 'vault', state: 'good', says: 'answers' }])
  expect(await examined(undefined)).toEqual([])
})

test('the role of the servers keeps, opens and erases results, and changes nothing else; others do not get in', async () => {
  await withConnection(as('ekyc_vault'), async client => {
    for (const statement of [
      `insert into vault_keys values (gen_random_uuid(), '', now())`,
      'select from vault_results',
      'delete from vault_keys',
    ])
      await client.query(statement)
    for (const statement of [
      `update vault_results set expires_on = now()`,
      'truncate vault_keys cascade',
      'drop table vault_results',
      'create table mine ()',
    ])
      await expect(client.query(statement)).rejects.toThrow(/permission denied|must be owner/)
  })
  expect(await examined(as('somebody'))).toEqual([
    { what: 'vault', state: 'problem', says: expect.stringMatching(/^cannot be used: /) },
  ])
})
