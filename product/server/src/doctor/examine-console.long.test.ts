import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { startOwnPostgres } from '@ekyc/private-postgres/testing/own-postgres'
import { afterAll, describe, expect, test } from 'vitest'

import { migrate } from '../database/schema/migrate.ts'
import { withConnection } from '../database/link/direct-connection.ts'
import { productionSettings } from '../../testing/production-settings.ts'
import { testDay } from '../../testing/fixed/test-day.ts'
import { createExamination } from './examine.ts'

const complete = await productionSettings()
const rolesSql = readFileSync(join(import.meta.dirname, '../../../../deploy/roles.sql'), 'utf8')

const ask = (sql: string) => withConnection(database.url, client => client.query(sql))
const database = await startOwnPostgres({ durable: true })
afterAll(() => database.close())
await ask(rolesSql)
await ask(`alter role ekyc_owner password 'a password of the tests'`)
const owner = new URL(database.url)
owner.username = 'ekyc_owner'
owner.password = 'a password of the tests'
await migrate(owner.href)

describe('the role ekyc_console', () => {
  async function said(): Promise<string[]> {
    const far = { AUTHORITY_URL: 'bad', BANK_URL: 'bad', SMS_URL: 'bad', DATABASE_URL: database.url }
    const settings = { ...complete, ...far, CONSOLE_PORT: '8070', FOUR_EYES: 'on' }
    const findings = await createExamination(settings, () => testDay)()
    return findings
      .filter(({ what }) => what === 'ekyc_console')
      .map(({ state, says }) => `${state}: ${says}`)
  }

  test('has what migrate gives it and no more', async () => {
    expect(await said()).toEqual(['good: has the rights of the console and no more'])
    const extras = [
      ['grant update on audit_events to ekyc_console', 'revoke update on audit_events from ekyc_console'],
      [
        'grant insert (token_hash) on sessions to ekyc_console',
        'revoke insert (token_hash) on sessions from ekyc_console',
      ],
      [
        'grant update (password_hash) on agents to ekyc_console',
        'revoke update (password_hash) on agents from ekyc_console',
      ],
      ['grant ekyc_admin to ekyc_console', 'revoke ekyc_admin from ekyc_console'],
      ['alter role ekyc_console createrole', 'alter role ekyc_console nocreaterole'],
    ] as const
    for (const [give, take] of extras) {
      await ask(give)
      expect({ give, says: await said() }).toEqual({
        give,
        says: ['problem: has more rights than migrate gives it'],
      })
      await ask(take)
    }
    expect(await said()).toEqual([expect.stringMatching(/^good/)])
  })

  test('is told when it is locked', async () => {
    await ask('alter role ekyc_console nologin')
    expect(await said()).toEqual(['warning: is locked: nobody can use the console (runbook.md)'])
    await ask('alter role ekyc_console login')
  })
})
