import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { startOwnPostgres } from '@ekyc/private-postgres/testing/own-postgres'
import { afterAll, expect, test } from 'vitest'

import { defaultPolicy } from '../../domain/policy.ts'
import { alertToClose, everyCommand, filesOfCommands, personOfStaff } from '../../../testing/every-command.ts'
import { doKyc } from '../../../testing/do-kyc.ts'
import { verified } from '../../../testing/outside/fake-outside.ts'
import { operatorAt, testSeals } from '../../../testing/operator-at.ts'
import { preparedImport } from '../../../testing/prepared-import.ts'
import { addStaff } from '../../../testing/staff.ts'
import { consoleOfFile } from '../../../testing/test-console.ts'
import { createTestClock } from '../../../testing/fixed/test-clock.ts'
import { writesOf } from '../../../testing/database/writes-of.ts'
import { agentPassword, serverOfFile } from '../../../testing/test-server.ts'
import { applyAuditRetention } from '../audit/audit-retention.ts'
import { sealAuditRows } from '../audit/audit-sealer.ts'
import { demoIdPrefix } from '../agents/demo-agents.ts'
import { runHousekeeping } from '../housekeeping.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { withConnection } from '../link/direct-connection.ts'

const rolesSql = readFileSync(join(import.meta.dirname, '../../../../../deploy/roles.sql'), 'utf8')
const mobile = '9300000001'

/** This test has a PostgreSQL server of its own, because roles belong to a whole server and not to one database. */
const as = (role: Role) => {
  const url = new URL(postgres.url)
  url.username = `ekyc_${role}`
  url.password = 'a password of the tests'
  return url.href
}
const roles = ['owner', 'server', 'admin', 'auditor', 'console'] as const
type Role = (typeof roles)[number]
const operator = (role: Role) => operators[role]
/** Returns for each statement 'done', or the code of its error. */
const attempts = (role: Role, statements: string[]) =>
  withConnection(as(role), async client => {
    const outcomes: [statement: string, outcome: string | undefined][] = []
    for (const statement of statements)
      outcomes.push([
        statement,
        await client.query(statement).then(
          () => 'done',
          (error: { code?: string }) => error.code,
        ),
      ])
    return outcomes
  })
const attempt = async (role: Role, statement: string) => (await attempts(role, [statement]))[0]?.[1]
const denied = '42501'

const postgres = await startOwnPostgres({ durable: false })
afterAll(() => postgres.close())
const bySuperuser = (text: string) => withConnection(postgres.url, client => client.query(text))
// The script runs twice, since it must accept existing roles.
for (let time = 0; time < 2; time += 1) await bySuperuser(rolesSql)
await withConnection(postgres.url, async client => {
  for (const role of roles) await client.query(`alter role ekyc_${role} password 'a password of the tests'`)
})
const now = () => server.clock.now()
const operatorOf = (role: Role) => operatorAt({ databaseUrl: as(role), now, migrate: role === 'owner' })
const operators = Object.fromEntries(roles.map(role => [role, operatorOf(role)])) as Record<
  Role,
  ReturnType<typeof operatorAt>
>
await operatorAt({ databaseUrl: as('owner'), now: createTestClock().now })('migrate')
// A log-in also begins the agent's days of grace.
const policy = { ...defaultPolicy, secondFactorGraceDays: 7 }
const server = await serverOfFile({ databaseUrl: as('server'), secondFactor: 'required', policy })
const bank = await consoleOfFile({ server, databaseUrl: as('console') })
const consolePlace = { open: bank.open, clock: server.clock }

test('roles and migrations, run again beside a working server, wait for no lock', async () => {
  await withConnection(postgres.url, async reading => {
    await reading.query('begin')
    await reading.query('select from agents limit 1')
    const again = withConnection(postgres.url, async client => {
      await client.query("set lock_timeout = '1s'")
      await client.query(rolesSql)
    })
    await expect(again).resolves.toBeUndefined()
    await expect(operator('owner')('migrate')).resolves.toMatchObject({ code: 0 })
    await reading.query('rollback')
  })
})

test("the command line with the servers' role adds no agent, and says which role may", async () => {
  const add = await operator('server')('agents add 9300000077 --name Meena --role DBS_AGENT')
  expect(add).toMatchObject({ code: 1, complaint: expect.stringContaining('ekyc_admin may') })
})

test('the server adds months to orders without DDL, and the auditor adds and drops none', async () => {
  const add = `select add_months('orders', '2031-01-01', '2031-01-31', 1000000)`
  expect(await attempt('auditor', add)).toBe(denied)
  expect(await attempt('server', add)).toBe('done')
  expect(await attempt('server', 'select from orders_2031_01')).toBe('done')
  expect(await attempt('server', 'drop table orders_2031_01')).toBe(denied)
  const drop = `select drop_months('orders', '2031-03-01')`
  expect(await attempt('auditor', drop)).toBe(denied)
  expect(await attempt('server', drop)).toBe('done')
  expect(await attempt('server', 'select from orders_2031_01')).toBe('42P01')
})

test('the server works fully as a role without DDL', async () => {
  await migrate(as('server'))
  await requireMigrated(as('server'))
  await operator('admin')(`agents add ${mobile} --name One`)
  server.outside.answer = async () => verified

  const { otpDetails } = await server.call('checkUser', { username: mobile })
  expect((await server.setPassword(mobile, otpDetails, { password: agentPassword })).response.success).toBe(
    true,
  )
  const token = await server.signIn(mobile)
  const done = await doKyc(server, { mobile, token, reference: 'ROLES-1' })
  expect(done.response.success).toBe(true)
  const ordersAnswer = await server.call('listOrders', { username: mobile, pageNo: 1 }, { token })
  expect(ordersAnswer['orders']).toHaveLength(1)
  await server.call('getStatistics', { id: mobile, timeframe: '3M' }, { token })
  await server.call('logout', { username: mobile }, { token })

  await server.deliverDue()
  await server.outbox.recall()
  await server.settleAbandonedOrders()
  // After 3 and 6 years the retention archives and erases rows.
  for (const years of [0, 3, 6]) {
    const at = new Date(server.clock.now().getTime() + years * 366 * 86_400_000)
    await sealAuditRows(server.open.runner, testSeals, at)
    await runHousekeeping(server.open.runner, at, defaultPolicy)
    await applyAuditRetention(server.open.runner, testSeals, at, defaultPolicy)
  }
})

/** Servers, console and operators can only add to these tables. */
const ofTwoPeople = [
  `update proposals set content = '{}'`,
  `update proposals set quorum = 1, approvers = '{support}'`,
  `update proposals set expires_on = now() + interval '9 days'`,
  `update proposal_votes set vote = 'approve'`,
  'delete from proposal_votes',
  `update proposal_comments set comment = 'of somebody else'`,
  `update emergencies set reason = 'none'`,
]
const ofStaff = ['staff', 'staff_sessions', 'staff_proofs']

test.each<[Role, string[]]>([
  [
    'server',
    [
      'create table extra (n int)',
      'alter table audit_events disable trigger all',
      `update audit_events set outcome = 'done'`,
      'truncate audit_events',
      'drop function refuse_audit_change cascade',
      `insert into role_privileges values ('DBS_AGENT', 'EVERYTHING')`,
      `update agents set mobile = '9999999999'`,
      'delete from migrations',
      ...ofTwoPeople,
      `insert into proposals (act) values ('role.grant')`,
      `insert into proposal_votes (proposal) values (1)`,
      // A2: who has the server's role is nobody of the bank.
      ...[...ofStaff, 'imports', 'jobs'].map(table => `insert into ${table} default values`),
      `update staff_proofs set proven_on = now()`,
    ],
  ],
  [
    'admin',
    [
      'create table extra (n int)',
      'delete from audit_events',
      'update audit_heads set signature = signature',
      `update audit_events set outcome = 'done'`,
      ...ofTwoPeople,
      `insert into proposal_votes (proposal) values (1)`,
      'delete from emergencies',
      ...ofStaff.map(table => `insert into ${table} default values`),
    ],
  ],
  [
    'auditor',
    [
      'select name from agents',
      'select reference from orders',
      'select from outbox',
      'delete from audit_events',
    ],
  ],
  [
    'console',
    [
      'create table extra (n int)',
      `update audit_events set outcome = 'done'`,
      'delete from audit_events',
      'delete from audit_heads',
      'delete from migrations',
      `insert into role_privileges values ('DBS_AGENT', 'EVERYTHING')`,
      `update agents set password_hash = 'of a thief'`,
      'update agents set grace_began_on = null',
      'delete from agents',
      'insert into sessions (token_hash) values (null)',
      ...ofTwoPeople,
      'delete from proposals',
      'delete from emergencies',
      `update orders set status = 'KYC_SUCCESS'`,
      // A10: who has the console's role makes no code of an agent.
      'insert into one_time_codes default values',
      'update one_time_codes set code_hash = null',
    ],
  ],
])('the %s changes and reads nothing that is not its own', async (role, statements) => {
  expect(await attempts(role, statements)).toEqual(statements.map(statement => [statement, denied]))
})

/** Rights of no statement: the lock of a row, and the removal of demo data, which builds its statements. */
const ofNoStatement: Record<string, string[]> = {
  server: ['UPDATE audit_turn'],
  console: [],
  admin: [
    ...[
      'agent_standing',
      'daily_counts',
      'device_units',
      'exceptions',
      'fraud_alerts',
      'orders',
      'reference_orders',
      'used_captures',
    ].map(table => `DELETE ${table}`),
    'DELETE watched_orders',
    'DELETE watched_units',
    'UPDATE audit_turn',
  ],
}

test.each([
  ['server', 'main.ts'],
  ['console', 'assemble-console.ts'],
  ['admin', 'command-line/main.ts'],
])('[A25] the %s has no right to a write that no statement of its program uses', async (role, program) => {
  const used = await writesOf(program)
  const { rows } = await withConnection(postgres.url, client =>
    client.query<{ held: string }>(
      `select distinct privilege_type || ' ' || table_name as held from information_schema.column_privileges
       where grantee = $1 and privilege_type in ('INSERT', 'UPDATE')
       union select privilege_type || ' ' || table_name from information_schema.table_privileges
       where grantee = $1 and privilege_type = 'DELETE' order by 1`,
      [`ekyc_${role}`],
    ),
  )
  const partition = / orders_(?:default|\d{4}_\d\d)$/
  const idle = rows.map(({ held }) => held).filter(held => !used.has(held) && !partition.test(held))
  expect(idle).toEqual(ofNoStatement[role])
})

test('tables beside those of the product, of an extension for example, keep their owner and rights', async () => {
  await bySuperuser('create table of_an_extension (n int)')
  expect(await operator('owner')('migrate')).toMatchObject({ code: 0 })
  for (const role of roles) expect(await attempt(role, 'select from of_an_extension')).toBe(denied)
  await bySuperuser('drop table of_an_extension')
})

test("admin and auditor do their own work, and no other role's", async () => {
  const admin = operator('admin')
  await admin(`agents disable ${mobile} --yes`)
  server.clock.advance(6 * 60_000)
  expect(await admin(`agents erase ${mobile} --yes`)).toMatchObject({ code: 0, complaint: '' })

  const auditor = operator('auditor')
  expect(await auditor('audit verify')).toMatchObject({ code: 0 })
  expect(await auditor('audit export --from 2020-01-01 --to 2020-01-02')).toMatchObject({ code: 0 })
  expect(await auditor('agents list')).toMatchObject({ code: 1, complaint: expect.stringContaining('role') })
  await expect(admin('migrate')).rejects.toThrow(/owner/)
})

test('the admin role suffices for the commands of the command line, except to migrate', async () => {
  const admin = operator('admin')
  await admin('agents add 9400000001 --name One')
  await bySuperuser(
    `update agents set password_hash = 'of this test' where mobile = '9400000001'; ${alertToClose}; ${personOfStaff}`,
  )
  for (const [words] of everyCommand.filter(([command]) => command !== 'migrate'))
    expect({ words, ...(await admin(words, { files: filesOfCommands })) }).toMatchObject({
      code: 0,
      complaint: '',
    })
  expect(await admin('audit export --from 2027-03-10 --to 2027-03-10')).toMatchObject({ code: 0 })
  expect(await admin('audit prove-restore')).toMatchObject({ code: 0, complaint: '' })
  await bySuperuser(`insert into agents (id, mobile, name, email, address_line1, address_line2, is_demo, created_on)
       values ('${demoIdPrefix}000000000001', '9000000001', 'Asha', '', '', '', true, now())`)
  expect(await admin('demo remove --yes')).toMatchObject({
    complaint: '',
    out: 'Removed: 1 demo agents and 0 orders.\n',
  })
})

test("the console's role suffices for its process, and for the acts but those of operations", async () => {
  const neha = await bank.signIn('supervisor')
  await operator('admin')('agents add 9300000055 --name Meena --role DBS_AGENT')
  const disable = { name: 'agent.disable', input: { agent: '9300000055' }, reason: 'On leave' } as const
  expect((await neha.call('doAct', disable)).answer).toEqual({ done: true, changed: true })
  await neha.call('signOut')

  // Other agents, people and proposals for the commands, because the test of the admin role has used theirs.
  const others = (text: string) =>
    text
      .replaceAll('9400000', '9500000')
      .replaceAll('Kulkarni', 'Rao')
      .replace(/^(proposals \w+|alerts close) 1\b/, '$1 2')
  const files = { 'agents.csv': others(filesOfCommands['agents.csv']) }
  await operator('admin')(others('agents add 9400000001 --name One'))
  await bySuperuser(
    `update agents set password_hash = 'of this test' where mobile = '9500000001'; ${alertToClose}`,
  )
  const ofOperations = /^(?:agents erase|proposals|four-eyes|staff|demo|migrate|database)/
  for (const [command] of everyCommand.filter(([words]) => !ofOperations.test(words))) {
    const words = others(command)
    expect({ words, ...(await operator('console')(words, { files })) }).toMatchObject({
      words,
      code: 0,
      complaint: '',
    })
  }
})

test("the console's role ends no four eyes, and with them no hold and asks for no erasure alone", async () => {
  await bySuperuser(`delete from holds; insert into holds values ('reference', 'HELD-1', 'Case 12', now())`)
  const remove = `delete from holds where value = 'HELD-1'`
  const job = `insert into jobs (id, kind, input, maker) values (gen_random_uuid(), 'erase', '{}', '{}')`
  expect(await attempt('console', job)).toBe('23514')
  expect(await attempt('console', 'insert into four_eyes (since) values (now())')).toBe('done')
  for (const statement of ['update four_eyes set off_on = now()', 'delete from four_eyes'])
    expect(await attempt('console', statement)).toBe(denied)
  expect(await attempt('console', job)).toBe('23001')
  expect(await attempt('console', remove)).toBe('23001')

  const maker = await addStaff(consolePlace, { name: 'Divya', roles: ['supervisor'] })
  const approver = await addStaff(consolePlace, { name: 'Esha', roles: ['security'] })
  const number = await maker.propose('hold.remove', { kind: 'reference', value: 'HELD-1' })
  expect(await approver.vote(number)).toEqual({ state: 'applied' })
  expect(await attempt('admin', 'delete from four_eyes')).toBe(denied)
  expect(await attempt('admin', 'update four_eyes set off_on = now()')).toBe('done')
})

test("the console's role imports agents by its jobs", async () => {
  const maker = await addStaff(consolePlace, { name: 'Asha', roles: ['supervisor'] })
  const approver = await addStaff(consolePlace, { name: 'Bhanu', roles: ['security'] })
  await operator('admin')('agents add 9300000061 --name Meena')
  const rows = [
    ['9300000061', 'Meena Iyer'],
    ['9300000062', 'Ravi'],
  ]
  const list = await preparedImport(maker, { rows, onExisting: 'update' })
  const number = await maker.propose('agent.import', { import: list.id, hash: list.hash })
  await approver.vote(number)
  expect(await operator('console')('jobs run')).toMatchObject({ code: 0, complaint: '' })
  expect(await approver.show(number)).toMatchObject({ state: 'applied', result: '2 of 2 done.' })
})

test('a process that may not migrate names an old schema in one sentence', async () => {
  await bySuperuser(`delete from migrations where name = '0043_leftovers'`)
  const refusal = /^This role may not change the database .* 'npm run admin -- migrate' as its owner\.$/
  await expect(migrate(as('server'))).rejects.toThrow(refusal)
  await expect(requireMigrated(as('server'))).rejects.toThrow('0043_leftovers')
  await bySuperuser('alter table quotas owner to session_user')
  await expect(migrate(as('owner'))).rejects.toThrow(refusal)
  await bySuperuser('alter table quotas owner to ekyc_owner')
  expect(await operator('owner')('migrate')).toMatchObject({ code: 0 })
  await requireMigrated(as('server'))
})
