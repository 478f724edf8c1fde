import { expect, test } from 'vitest'

import { sealAuditRows } from '../../database/audit/audit-sealer.ts'
import { collectingLog } from '../../../testing/collecting-log.ts'
import { operatorAt, testSeals } from '../../../testing/operator-at.ts'
import { agentPassword, serverOfTest } from '../../../testing/test-server.ts'
import { withAdmin } from '../../../testing/with-admin.ts'

const { server, admin } = await withAdmin()

const seal = () => sealAuditRows(server.open.runner, testSeals, server.clock.now())

test('an export holds the rows of its days, and a head that later verifications go on from', async () => {
  await admin('agents add 9800000001 --name One')
  await seal()
  const { code, out } = await admin('audit export --from 2027-03-10 --to 2027-03-10')
  expect(code).toBe(0)
  expect(out).toContain('9800000001 DBS_AGENT')
  const ofAnotherDay = await admin('audit export --from 2027-03-11 --to 2027-03-12')
  expect(ofAnotherDay.out).toMatch(/^\{"head":.*\n$/)

  await seal()
  const verified = await admin('audit verify --export old.jsonl', { files: { 'old.jsonl': out } })
  expect(verified).toMatchObject({ code: 0, out: expect.stringContaining('nothing is changed or missing') })
})

test('a changed row is found: exit code 1, and where it is', async () => {
  await admin('agents disable 9800000001 --yes')
  await seal()
  const { out } = await admin('audit export --from 2027-03-10 --to 2027-03-10')
  for (const table of ['audit_events', 'audit_heads'])
    await server.sql(`alter table ${table} disable trigger append_only`)
  await server.sql(`update audit_events set actor = 'somebody else' where action = 'agent.disable'`)

  const people = await admin('audit verify')
  expect(people).toMatchObject({
    code: 1,
    out: expect.stringMatching(/NOT INTACT[^]+changed after it was sealed/),
  })
  const scripts = await admin('audit verify --json')
  expect(scripts.code).toBe(1)
  expect(JSON.parse(scripts.out)).toMatchObject({ problems: [{ kind: 'changed' }] })

  await server.sql('delete from audit_events')
  await server.sql('delete from audit_heads')
  const cut = await admin('audit verify --export old.jsonl', { files: { 'old.jsonl': out } })
  expect(cut).toMatchObject({ code: 1, out: expect.stringContaining('cut off from the end') })
})

test('a trigger that drops rows lets nothing happen without a trace, and fails the verification', async () => {
  await server.addAgent({ mobile: '9800000009', password: agentPassword })
  await server.sql(`create function drop_row() returns trigger language plpgsql as $$ begin return null; end $$;
     create trigger innocent before insert on audit_events for each row when (new.actor_kind = 'agent')
       execute function drop_row()`)
  await expect(server.signIn('9800000009')).rejects.toThrow('Auth Token could not be fetched')
  expect(await server.countRows('sessions')).toBe(0)
  expect(await admin('audit verify')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/NOT INTACT[^]+innocent +triggers or rules/),
  })

  await server.sql(
    `create trigger thorough before insert on audit_events for each row execute function drop_row()`,
  )
  await expect(admin('audit verify')).rejects.toThrow('did not keep an audit row')
})

test('[rule 17] a row that somebody removed before it was sealed is named from the log', async () => {
  const { log, text, lines } = collectingLog()
  const logging = await serverOfTest({}, { log })
  const adminOfLogging = operatorAt({ databaseUrl: logging.databaseUrl, now: logging.clock.now })
  await logging.signedInAgent()
  const files = { 'server.json': text() }
  expect(await adminOfLogging('audit verify --log server.json', { files })).toMatchObject({
    code: 0,
    out: expect.stringMatching(/Rows of the log: +\d+\n/),
  })

  const [removed] = await logging.sql<{ id: string }>(
    `set session_replication_role = replica; delete from audit_events where action = 'session.open' returning id`,
  )
  await sealAuditRows(logging.open.runner, testSeals, logging.clock.now())
  expect(await adminOfLogging('audit verify')).toMatchObject({ code: 0 })
  expect(lines().some(({ auditRow }) => String(auditRow).startsWith(`${removed?.id} `))).toBe(true)
  const people = await adminOfLogging('audit verify --log server.json', { files })
  expect(people).toMatchObject({
    code: 1,
    out: expect.stringContaining(`1 rows: ${removed?.id}  in the log, and not in the trail`),
  })
  const scripts = await adminOfLogging('audit verify --log server.json --json', { files })
  expect(JSON.parse(scripts.out)).toMatchObject({
    problems: [{ kind: 'not-as-logged', rows: 1, ids: [removed?.id] }],
  })
})

test('an incomplete export is refused', async () => {
  for (const file of ['', '{}\n', '{"head":{"position":1,"seal":"00"}}\n', 'text'])
    expect(await admin('audit verify --export old.jsonl', { files: { 'old.jsonl': file } })).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('must be a signed head'),
    })
})
