import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { indiaDate } from '@ekyc/contract/india-time'
import { beforeEach, describe, expect, test } from 'vitest'

import { applyAuditRetention } from '../../database/audit/audit-retention.ts'
import { sealAuditRows } from '../../database/audit/audit-sealer.ts'
import { runHousekeeping } from '../../database/housekeeping.ts'
import { createAuditSeals } from '../../domain/audit/audit-seal.ts'
import { dayMs, minuteMs } from '../../domain/clocks.ts'
import { newId } from '../../domain/ids.ts'
import { defaultPolicy } from '../../domain/policy.ts'
import { doKyc } from '../../../testing/do-kyc.ts'
import { verified } from '../../../testing/outside/fake-outside.ts'
import { auditKey, testSeals } from '../../../testing/operator-at.ts'
import { agentPassword } from '../../../testing/test-server.ts'
import { withAdmin } from '../../../testing/with-admin.ts'

const { server, admin, json, profile } = await withAdmin()
const { newMobile, signedInAgent, logIn } = server
const db = () => server.open.runner
const seal = () => sealAuditRows(db(), testSeals, server.clock.now())

async function sweepAfter(ms: number): Promise<void> {
  server.clock.advance(ms)
  await seal()
  await runHousekeeping(db(), server.clock.now(), defaultPolicy)
  await applyAuditRetention(db(), testSeals, server.clock.now(), defaultPolicy)
}

async function erase(mobile: string) {
  await admin(`agents disable ${mobile} --yes`)
  server.clock.advance(6 * minuteMs)
  return json(`agents erase ${mobile} --yes`)
}

describe('an agent who has left', () => {
  let first: string
  let last: string
  let agentId: string
  let reference = 0

  beforeEach(async () => {
    first = newMobile()
    last = newMobile()
    server.outside.answer = async () => verified
    agentId = await server.addAgent({ mobile: first, password: agentPassword })
    await admin(
      `agents update ${first} --name "Meera Pillai" --email meera@bank.example --address1 "7 Lotus Lane"`,
    )
    await kyc(first)
    await admin(`agents add ${first} --name "Somebody Else"`)
    await seal()
    // Makes the first rows look as if a server from before the MACs had written them.
    await server.sql(`alter table audit_events disable trigger append_only;
       update audit_events set mac = null where actor = '${first}';
       alter table audit_events enable trigger append_only`)
    await sweepAfter(2 * 366 * dayMs)
    await admin(`agents change-mobile ${first} ${last} --yes`)
    await admin(`agents kyc ${last} --kyc-on ${indiaDate(server.clock.now())}`)
    await kyc(last)
    await leaveMore()
  })

  async function kyc(mobile: string): Promise<void> {
    reference += 1
    const token = await server.signIn(mobile)
    await doKyc(server, { mobile, token, reference: `ERASE-${reference}` })
    await server.deliverDue()
  }

  async function leaveMore(): Promise<void> {
    const at = server.clock.now()
    const mobile = last
    await server.call('resetPassword', { username: mobile })
    const address = '192.0.2.1'
    const passkey = { credentialId: Buffer.alloc(8, reference), publicKey: Buffer.alloc(8), signCount: 0 }
    await server.insertRows('passkeys', [{ agentId, ...passkey, createdOn: at }])
    await server.insertRows('passkey_challenges', [
      { mobile, challengeHash: Buffer.alloc(32), purpose: 'log-in', address, expiresOn: at },
    ])
    const importId = newId(at)
    await server.insertRows('imports', [
      { id: importId, name: 'a.csv', columns: ['mobile', 'name'], madeBy: importId, madeOn: at },
    ])
    await server.insertRows('import_lines', [
      { importId, line: 2, mobile, agentId, details: JSON.stringify({ mobile, name: 'Meera' }) },
    ])
    await server.insertRows('withheld_privileges', [{ agentId, privilege: 'VIEW_COMPLAINTS' }])
    await server.insertRows('otp_requests', [{ mobile, askedOn: at }])
  }

  test('[rule 18] leaves nothing in any text column of any table that docs/privacy.md calls an agent’s', async () => {
    const filled = await fillTextColumns(['agent', 'agent or stranger'])
    expect(filled).toEqual(
      expect.arrayContaining(['agents.kyc_evidence', 'passkeys.name', 'sessions.browser']),
    )
    expect(filled.length).toBeGreaterThan(20)
    expect(await erase(last)).toMatchObject({ code: 0, changed: true })
    for (const name of filled) {
      const [table = '', column = ''] = name.split('.')
      expect({ name, left: await server.countRows(table, `${column} like 'Trace of%'`) }).toEqual({
        name,
        left: 0,
      })
    }
  })

  /** Writes 'Trace of …' into each text column of the agent's rows, unless a constraint has a closed list of words. */
  async function fillTextColumns(owners: string[]): Promise<string[]> {
    const register = readFileSync(join(import.meta.dirname, '../../../../../docs/privacy.md'), 'utf8')
    const rows = [...register.matchAll(/^\| `(\w+)`\s*\|[^|]*\|\s*([^|]*?)\s*\|/gm)]
    const tables = rows.filter(([, , owner = '']) => owners.includes(owner)).map(([, table = '']) => table)
    const columns = await server.sql<{ table: string; column: string; key: string }>(
      `select t.table_name as table, t.column_name as column, k.column_name as key
       from information_schema.columns t join information_schema.columns k using (table_schema, table_name)
       where table_schema = current_schema() and t.data_type = 'text' and t.table_name = any($1)
         and t.column_name not in ('mobile', 'id') and t.is_generated = 'NEVER'
         and (k.column_name in ('agent_id', 'mobile') or (t.table_name, k.column_name) = ('agents', 'id'))`,
      [[...new Set(tables)]],
    )
    const filled: string[] = []
    for (const { table, column, key } of columns) {
      const update = `update ${table} set ${column} = 'Trace of ${column}' where ${key}::text = any($1) returning 1`
      const written = await server.sql(update, [[agentId, first, last]]).catch(() => [])
      if (written.length > 0) filled.push(`${table}.${column}`)
    }
    return filled
  }

  test('leaves no mobile, name or address in any table, while orders and audit rows keep the id until the law lets them go', async () => {
    const words = [first, last, 'Meera', 'meera@', 'Lotus']
    expect(await tablesWith(last)).toEqual(expect.arrayContaining(await tablesOf('mobile')))
    expect(await tablesWith(first)).toEqual(expect.arrayContaining(['audit_archive', 'audit_events']))
    const orders = await server.countRows('orders', `agent_id = '${agentId}'`)
    const rows = await server.countRows('audit_events', `agent_id = '${agentId}'`)
    await seal()
    const { out: exported } = await admin('audit export --from 2027-03-10 --to 2030-03-10')

    const erased = await erase(last)

    expect(erased).toMatchObject({ code: 0, changed: true, id: agentId, orders })
    for (const word of words) expect({ word, tables: await tablesWith(word) }).toEqual({ word, tables: [] })
    expect(orders).toBe(2)
    expect(await server.countRows('audit_events', `agent_id = '${agentId}'`)).toBeGreaterThan(rows)
    const gone = ['sessions', 'passkeys', 'agent_roles', 'withheld_privileges']
    for (const table of gone) expect(await server.countRows(table, `agent_id = '${agentId}'`)).toBe(0)
    expect(await server.countRows('quotas', `subject = '${agentId}'`)).toBe(0)
    expect((await json(`orders find ERASE-${reference}`)).orders).toMatchObject([{ mobile: agentId }])
    const [row] = await server.sql(`select * from audit_events where subject = '${agentId}'`)
    expect(row).toMatchObject({ actor: 'priya', subject: agentId, agent_id: agentId, outcome: 'done' })

    await seal()
    expect(await admin('audit verify --export old', { files: { old: exported } })).toMatchObject({ code: 0 })

    const kept = () =>
      Promise.all(
        ['orders', 'audit_events', 'audit_archive'].map(table =>
          server.countRows(table, `agent_id = '${agentId}'`),
        ),
      )
    await sweepAfter(2 * 366 * dayMs)
    const [later, , archived] = await kept()
    expect([later, archived]).toEqual([2, expect.any(Number)])
    expect(archived).toBeGreaterThan(3)
    expect(await admin('audit verify')).toMatchObject({ code: 0 })
    await sweepAfter(7 * 366 * dayMs)
    expect(await kept()).toEqual([0, 0, 0])
    expect(await admin('audit verify')).toMatchObject({ code: 0 })
  })

  test('leaves a trail in which a change is found as before', async () => {
    await seal()
    await erase(last)
    await seal()
    const changes = [
      `update audit_events set subject = 'another order' where agent_id = '${agentId}' and action = 'order.submit'`,
      `update audit_events set mac = null where agent_id = '${agentId}' and action = 'order.submit'`,
      `update audit_events set (actor, subject, mac) = (select actor, subject, mac from audit_archive
         where agent_id = '${agentId}' limit 1) where agent_id = '${agentId}' and action = 'order.submit'`,
      `update audit_events set sealed_digest = sha256('x') where agent_id = '${agentId}' and action = 'order.settle'`,
    ]
    for (const change of changes) {
      await server.sql('create table before_the_change as select * from audit_events')
      await server.sql(`begin; select set_config('ekyc.agent_erasure', 'on', true); ${change}; commit`)
      expect({ change, ...(await json('audit verify')) }).toMatchObject({
        code: 1,
        problems: [{ kind: 'changed' }],
      })
      await server.sql(`begin; select set_config('ekyc.agent_erasure', 'on', true);
         update audit_events e set actor = b.actor, subject = b.subject, mac = b.mac, sealed_digest = b.sealed_digest
         from before_the_change b where b.id = e.id; commit; drop table before_the_change`)
    }
    expect(await json('audit verify')).toMatchObject({ code: 0, problems: [] })
  })

  test('does not turn rows of a forger into true ones', async () => {
    const happenedOn = server.clock.now()
    const forged = { id: newId(happenedOn), happenedOn, actorKind: 'agent', agentId, actor: last }
    await server.insertRows('audit_events', [
      { ...forged, action: 'order.submit', subject: 'forged', outcome: 'claimed', mac: Buffer.alloc(36) },
    ])
    await seal()
    await server.sql('alter table audit_events disable trigger append_only')
    await server.sql(`update audit_events set outcome = 'forged' where agent_id = '${agentId}' and action = 'consent.give'
      or agent_id = '${agentId}' and action = 'session.open'`)
    await server.sql('alter table audit_events enable trigger append_only')
    await erase(last)
    await seal()
    const { problems } = await json('audit verify')
    expect(problems.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['changed', 'foreign'])
    await server.sql('alter table audit_events disable trigger append_only')
    await server.sql(`delete from audit_events where subject = 'forged'`)
    await server.sql('alter table audit_events enable trigger append_only')
  })
})

test('an erased agent is answered like a phone that nobody has, and the number may become another agent’s', async () => {
  const { mobile, token, id: agentId } = await signedInAgent()
  await erase(mobile)
  expect((await profile(mobile, token)).status).toBe(401)
  const stranger = newMobile()
  for (const name of ['checkUser', 'resetPassword'] as const) {
    // The calls run one after the other, since the server may turn away one of two simultaneous calls of an address.
    const one = await server.call(name, { username: mobile })
    const other = await server.call(name, { username: stranger })
    expect(Object.keys(one['otpDetails'] ?? {})).toEqual(Object.keys(other['otpDetails'] ?? {}))
    expect([one.status, one.response]).toEqual([other.status, other.response])
  }
  expect((await logIn(mobile)).response).toEqual((await logIn(stranger)).response)
  expect((await json(`agents list --search ${agentId}`)).agents).toEqual([])
  expect(await json(`agents erase ${mobile} --yes`)).toMatchObject({ code: 0, changed: false })
  expect(await admin(`agents add ${mobile} --name "Next Agent"`)).toMatchObject({ code: 0 })
  expect((await json(`agents show ${mobile}`)).id).not.toBe(agentId)
  await erase(mobile)
})

test('the erasure leaves the traces of another agent, who has the earlier number now', async () => {
  const [one, other] = [await signedInAgent(), newMobile()]
  await admin(`agents change-mobile ${one.mobile} ${other} --yes`)
  const next = await server.addAgent({ mobile: one.mobile, password: agentPassword })
  const token = await server.signIn(one.mobile)

  expect(await erase(other)).toMatchObject({ code: 0, id: one.id })

  expect((await profile(one.mobile, token)).status).toBe(200)
  expect(await server.countRows('login_attempts', `mobile = '${one.mobile}'`)).toBeGreaterThan(0)
  const rows = await server.sql(`select distinct actor from audit_events where agent_id = $1`, [next])
  expect(rows).toEqual([{ actor: one.mobile }])
})

test('a long audit trail has its time: a statement may take longer than those of calls', async () => {
  const { mobile, id: agentId } = await signedInAgent()
  await server.sql(`create table limits_in_force (statement text);
     create function note_limit() returns trigger language plpgsql as
       $$ begin insert into limits_in_force values (current_setting('statement_timeout')); return null; end $$;
     create trigger note_limit after update on audit_events for each statement execute function note_limit()`)
  expect(await erase(mobile)).toMatchObject({ code: 0, id: agentId })
  const limits = await server.sql('select distinct statement from limits_in_force')
  await server.sql('drop function note_limit cascade; drop table limits_in_force')
  // erase-agent.long.test.ts waits for such a statement.
  expect(limits).toEqual([{ statement: '10min' }])
})

describe('is refused', () => {
  test('while the agent is not disabled, and until the last calls have ended', async () => {
    const { mobile, token } = await signedInAgent()
    expect(await admin(`agents erase ${mobile} --yes`)).toMatchObject({
      code: 1,
      complaint: `${mobile} is not disabled: disable the agent first.\n`,
    })
    expect((await profile(mobile, token)).status).toBe(200)
    await admin(`agents disable ${mobile} --yes`)
    server.clock.advance(minuteMs)
    expect(await admin(`agents erase ${mobile} --yes`)).toMatchObject({
      code: 1,
      complaint: `${mobile} was disabled a moment ago, and calls may still run: try again in 4 minutes.\n`,
    })
    expect(await json(`agents show ${mobile}`)).toMatchObject({ name: 'Test Agent' })
  })

  test('while an order runs', async () => {
    const { mobile, id: agentId } = await signedInAgent()
    const at = server.clock.now()
    const order = { agentId, id: newId(at), reference: 'RUNS-1', status: 'SUBMITTING' }
    await server.insertRows('orders', [{ ...order, createdOn: at, expiresOn: at }])
    expect(await erase(mobile)).toEqual({ code: 1, error: expect.stringContaining('has running orders (1)') })
  })

  test('without the key that sealed a row of the agent', async () => {
    const { mobile } = await signedInAgent()
    await sealAuditRows(db(), createAuditSeals([Buffer.alloc(32, 9), auditKey]), server.clock.now())
    expect(await erase(mobile)).toEqual({
      code: 1,
      error: expect.stringMatching(
        /^The audit row at \d+ was sealed under a key that is not in AUDIT_KEY \(its id is [0-9a-f]{8}\)\. /,
      ),
    })
    expect(await json(`agents show ${mobile}`)).toMatchObject({ name: 'Test Agent' })
  })
})

async function tablesOf(column: string): Promise<string[]> {
  const tables = await server.sql<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = current_schema() and column_name = $1`,
    [column],
  )
  return tables.map(({ name }) => name)
}

async function tablesWith(word: string): Promise<string[]> {
  const tables = await server.sql<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = current_schema()`,
  )
  const found: string[] = []
  for (const { name } of tables)
    if ((await server.countRows(`${name} t`, `t::text like '%${word}%'`)) > 0) found.push(name)
  return found
}
