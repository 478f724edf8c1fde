import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { commentOnProposal } from '../acts/proposals.ts'
import { dayMs } from '../domain/clocks.ts'
import { newId } from '../domain/ids.ts'
import { defaultPolicy } from '../domain/policy.ts'
import { doKyc } from '../../testing/do-kyc.ts'
import { notMatched, verified } from '../../testing/outside/fake-outside.ts'
import { testSeals } from '../../testing/operator-at.ts'
import { addStaff } from '../../testing/staff.ts'
import { agentPassword, serverOfFile } from '../../testing/test-server.ts'
import { applyAuditRetention } from './audit/audit-retention.ts'
import { sealAuditRows } from './audit/audit-sealer.ts'
import { runHousekeeping } from './housekeeping.ts'
import { saveStaff } from './staff/staff.ts'
import { reserveActAnswer } from './staff/staff.ts'
import { insertProof } from './staff/staff-proofs.ts'
import { insertStaffSession } from './staff/staff-sessions.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/privacy.md'), 'utf8')
const [, table = ''] = /<!-- register -->([\s\S]*?)<!-- \/register -->/.exec(page) ?? []
const register = [...table.matchAll(/^\| `(.*) \|$/gm)].map(([, row = '']) => {
  const [name = '', columns = '', whose = '', purpose = '', end = ''] = row
    .split('|')
    .map(cell => cell.trim())
  return { table: name.replaceAll('`', ''), columns: namesIn(columns), whose, purpose, end }
})

const server = await serverOfFile()

test('docs/privacy.md lists each column of the migrated database once', async () => {
  const columns = await server.sql<{ name: string }>(`select table_name || '.' || column_name as name
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = current_schema() and table_type = 'BASE TABLE'
       and table_name not in (select inhrelid::regclass::text from pg_inherits)`)
  const registeredColumns = register.flatMap(row => row.columns.map(column => `${row.table}.${column}`))
  expect(registeredColumns.toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
})

test('each personal column has its person, its purpose and its end, whose numbers are in the policy', () => {
  for (const { whose, purpose, end } of register) {
    const isPersonal = whose !== 'nobody'
    expect(whose).toMatch(/^(nobody|(agent|customer|operator|stranger)(, | and | or |$))/)
    expect([purpose, end].map(cell => cell !== '–')).toEqual([isPersonal, isPersonal])
    const numbers = namesIn(end).filter(name => /^[a-z]+[A-Z]/.test(name))
    expect(numbers.filter(name => !Object.hasOwn(defaultPolicy, name))).toEqual([])
    expect(end).toMatch(isPersonal ? /sweep|kept/ : /^–$/)
  }
})

test('[rule 18] nothing is left after eight years where the register says that the sweep ends it', async () => {
  await leaveTraces()
  const swept = [...new Set(register.filter(({ end }) => end.includes('sweep')).map(row => row.table))]
  const rowsOf = async () => {
    const counts: Record<string, number> = {}
    for (const name of swept)
      // The retention records itself in the audit trail.
      counts[name] = await server.countRows(name, name === 'audit_events' ? `actor <> 'server'` : 'true')
    return counts
  }
  const before = await rowsOf()
  await sweepAfter(3)
  const archived = { audit_archive: await server.countRows('audit_archive') }
  expect(Object.entries({ ...before, ...archived }).filter(([, rows]) => rows === 0)).toEqual([])

  await sweepAfter(5)
  expect(await rowsOf()).toEqual(Object.fromEntries(swept.map(name => [name, 0])))
})

/** Leaves rows in each table that the sweep clears, such as rows of a KYC and of guesses. */
async function leaveTraces(): Promise<void> {
  const mobile = '9540000001'
  const agentId = await server.addAgent({ mobile, password: agentPassword })
  server.outside.answer = async () => verified
  await doKyc(server, { mobile, token: await server.signIn(mobile), reference: 'DBS10001' })
  await server.deviceUse.share()
  await server.outages.share()
  await server.fraudWatch.judgeNoted()
  server.outside.answer = async () => notMatched
  const failed = await doKyc(server, { mobile, token: await server.signIn(mobile), reference: 'DBS10002' })
  await server.call(
    'recordException',
    { username: mobile, orderId: failed['orderId'], reason: 'worn', needs: ['seeing'] },
    { token: await server.signIn(mobile) },
  )

  const stranger = '9540000099'
  await server.checkAndLogIn(stranger, 'Wrong@2026')
  const { otpDetails } = await server.call('resetPassword', { username: stranger })
  await server.setPassword(stranger, otpDetails, { otp: '000000' })
  await server.deliverDue()

  const [at, db] = [server.clock.now(), server.open.runner]
  await server.insertRows('passkey_challenges', [
    {
      mobile: stranger,
      challengeHash: Buffer.alloc(32),
      purpose: 'log-in',
      address: '192.0.2.1',
      expiresOn: at,
    },
  ])
  await server.sql('insert into held_orders (id, row) select id, to_jsonb(orders) from orders limit 1')
  await server.sql(
    `insert into fraud_alerts (rule, agent_id, began_on, last_on, facts, stops, opened_on, closed_on, closed_by, why)
     values ('night', $1, $2, $2, '{}', false, $2, $2, 'Neha', 'a fair')`,
    [agentId, at],
  )
  const staffId = newId(at)
  await saveStaff(db, {
    id: staffId,
    name: 'Neha',
    issuer: 'https://sso.bank.test',
    subject: 'neha',
    roles: ['viewer'],
    at,
  })
  await insertStaffSession(db, {
    tokenHash: Buffer.alloc(32),
    staffId,
    roles: ['viewer'],
    openedOn: at,
    expiresOn: at,
    providerSession: undefined,
    mac: Buffer.alloc(32),
  })
  const proof = { proofHash: Buffer.alloc(32), contentHash: Buffer.alloc(32) }
  await insertProof(db, { ...proof, staffId, at, expiresOn: at })
  await reserveActAnswer(db, { staffId, key: 'of-an-act', contentHash: Buffer.alloc(32), at })
  const [job, list] = [newId(at), newId(at)]
  await server.insertRows('jobs', [{ id: job, kind: 'import', input: '{}', maker: '{}', endedOn: at }])
  await server.insertRows('imports', [
    { id: list, name: 'a.csv', columns: ['mobile'], madeBy: job, madeOn: at },
  ])
  await server.insertRows('import_lines', [{ importId: list, line: 2, mobile, details: '{}' }])

  const anita = await addStaff(server, { name: 'Anita', roles: ['supervisor'] })
  const bhanu = await addStaff(server, { name: 'Bhanu', roles: ['security'] })
  const number = await anita.propose('agent.change-mobile', { agent: agentId, to: '9540000003' })
  await bhanu.perform(commentOnProposal, { number, text: 'Whose number is it?' })
  await bhanu.vote(number, 'deny', { comment: 'Nobody knows.' })
  await server.sql(`insert into emergencies (act, actor, reason) values ('role.grant', 'priya', 'Cut off')`)
}

async function sweepAfter(years: number): Promise<void> {
  server.clock.advance(years * 366 * dayMs)
  const [at, db] = [server.clock.now(), server.open.runner]
  await sealAuditRows(db, testSeals, at)
  await runHousekeeping(db, at, defaultPolicy)
  await applyAuditRetention(db, testSeals, at, defaultPolicy)
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}
