import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'
import { indiaDate } from '@ekyc/contract/india-time'
import { beforeAll, describe, expect, test } from 'vitest'

import { stateAuditCount } from '../database/audit-count.ts'
import { keepAuditRetention } from '../database/audit-retention.ts'
import { sealAuditRows } from '../database/audit-sealer.ts'
import { defaultPolicy } from '../domain/policy.ts'
import { doKyc } from '../testing/do-kyc.ts'
import { insertRows, runSql } from '../testing/run-sql.ts'
import { agentPassword } from '../testing/test-server.ts'
import { withAdmin } from '../testing/with-admin.ts'

const { server, admin, json, newMobile } = withAdmin()
beforeAll(() => insertRows(db(), 'roles', [{ id: 'DBS_VIEWER' }]))
const db = () => server().open.runner
const sql = (text: string, values: unknown[] = []) => runSql(db(), text, values)
const now = () => server().clock.now()

async function onboarded(): Promise<{ mobile: string; agentId: string }> {
  const mobile = newMobile()
  await admin(`agents add ${mobile} --name Test`)
  const { otpDetails } = await server().call('checkUser', { username: mobile })
  await setPassword(mobile, otpDetails as object, agentPassword)
  const [agent] = await sql('select id from agents where mobile = $1', [mobile])
  return { mobile, agentId: agent?.['id'] as string }
}

async function setPassword(mobile: string, otpDetails: object, password: string): Promise<void> {
  await server().outbox.deliverDue()
  const sms = server().outside.inbox.findLast(({ to, text }) => to === mobile && /^\d{6}/.test(text))
  const { response } = await server().call('setPassword', {
    username: mobile,
    otpDetails: { ...otpDetails, otp: sms?.text.slice(0, 6) },
    newPassword: encryptPassword(password, mobile, indiaDate(now())),
  })
  if (!response.success) throw new Error(response.displayMsg)
}

/** Lets two minutes pass, seals all rows, and lists what `audit verify` finds: a kind, or a number and a thing. */
async function found(options = ''): Promise<unknown[]> {
  server().clock.advance(120_000)
  await stateAuditCount(db(), server().open.seals, now())
  await sealAuditRows(db(), server().open.seals, now())
  const { problems } = await json(`audit verify ${options}`)
  return (problems as { kind: string; what?: string; total?: number }[]).map(({ kind, what, total }) =>
    what === undefined ? kind : `${total} ${what}`,
  )
}

/** Runs work while a trigger removes each new audit row, as an administrator of the database could arrange. */
async function withoutRows(work: () => Promise<unknown>): Promise<void> {
  await sql(
    `create function intrude() returns trigger language plpgsql as $$ begin
       perform set_config('session_replication_role', 'replica', true);
       delete from audit_events where id = new.id;
       perform set_config('session_replication_role', 'origin', true);
       return null; end $$;
     create trigger intrusion after insert on audit_events for each row execute function intrude()`,
  )
  await work()
  await sql('drop trigger intrusion on audit_events; drop function intrude')
}

/** Deletes an agent's rows that have no audit row, so that the verification in the next test does not find them. */
const without = (mobile: string) =>
  sql(
    `delete from sessions where agent_id = (select id from agents where mobile = '${mobile}');
     delete from passkeys where agent_id = (select id from agents where mobile = '${mobile}');
     delete from agent_roles where agent_id = (select id from agents where mobile = '${mobile}');
     delete from orders where agent_id = (select id from agents where mobile = '${mobile}');
     update agents set password_hash = null where mobile = '${mobile}'`,
  )

describe('[rule 17] audit verify finds the rows of', () => {
  test('everything that servers and command line have done', async () => {
    const { mobile } = await onboarded()
    server().outside.references.set('SOUND-1', 'allowed')
    await doKyc(server(), { mobile, token: await server().signIn(mobile), reference: 'SOUND-1' })
    await admin(`roles grant ${mobile} DBS_VIEWER`)
    const imported = `mobile,name\n${newMobile()},One\n${newMobile()},Two\n`
    await admin('agents import agents.csv --yes', { files: { 'agents.csv': imported } })
    expect(await found()).toEqual([])
    expect(await found('--since 2020-01-01')).toEqual([])
    expect(await json('audit verify')).toMatchObject({ older: 0, dead: [], problems: [] })
  })

  test('three log-ins and a whole KYC that a trigger of seconds dropped: it names what they left', async () => {
    const { mobile } = await onboarded()
    const tokens: string[] = []
    server().outside.references.set('DROPPED-1', 'allowed')
    await withoutRows(async () => {
      for (let round = 0; round < 3; round += 1) tokens.push(await server().signIn(mobile))
      await doKyc(server(), { mobile, token: tokens[0] ?? '', reference: 'DROPPED-1' })
    })
    expect(await found()).toEqual(expect.arrayContaining(['1 order', '3 session', 'not-counted']))
    const people = await admin('audit verify')
    expect(people.out).toMatch(/1 × order: [0-9a-f-]{36} +without a row in the trail/)
    expect(people.out).toMatch(/\d+ to \d+ of writer [0-9a-f-]{36}, between \S+ and \S+ +removed before/)
    await without(mobile)
    expect(await found()).toEqual(['not-counted'])
  })

  test.each<[string, string, (agent: { mobile: string; agentId: string }) => Promise<unknown>]>([
    [
      'a session',
      '1 session',
      ({ agentId }) =>
        insertRows(db(), 'sessions', [
          {
            tokenHash: Buffer.alloc(32, agentId),
            agentId,
            openedOn: now(),
            lastSeenOn: now(),
            expiresOn: now(),
          },
        ]),
    ],
    [
      'a passkey',
      '1 passkey',
      ({ agentId }) =>
        insertRows(db(), 'passkeys', [
          {
            agentId,
            credentialId: Buffer.from(agentId),
            publicKey: Buffer.alloc(9),
            signCount: 0,
            createdOn: now(),
          },
        ]),
    ],
    [
      'a role',
      '1 role',
      ({ agentId }) =>
        sql(`insert into agent_roles (agent_id, role_id) values ($1, 'DBS_VIEWER')`, [agentId]),
    ],
    [
      'a password',
      '1 password',
      ({ agentId }) => sql(`update agents set password_hash = password_hash || 'x' where id = $1`, [agentId]),
    ],
    [
      'a settled order',
      '1 order',
      ({ agentId }) =>
        insertRows(db(), 'orders', [
          {
            agentId,
            id: agentId,
            reference: 'BY-HAND',
            status: 'KYC_SUCCESS',
            outcome: 'verified',
            createdOn: now(),
            expiresOn: now(),
            completedOn: now(),
            transactionId: 'UKC:x',
            message: 'Success',
          },
        ]),
    ],
  ])('%s: one that somebody wrote by hand is named', async (_what, name, write) => {
    const agent = await onboarded()
    await write(agent)
    expect(await found()).toEqual(expect.arrayContaining([name]))
    await without(agent.mobile)
    expect(await found()).toEqual(['not-counted'])
  })

  test('an earlier password of the agent, put back, is named', async () => {
    const { mobile, agentId } = await onboarded()
    const [agent] = await sql('select password_hash as hash from agents where id = $1', [agentId])
    server().clock.advance(61_000)
    const { otpDetails } = await server().call('resetPassword', { username: mobile })
    await setPassword(mobile, otpDetails as object, 'Fresh@2026')
    expect(await found()).toEqual(['not-counted'])
    await sql('update agents set password_hash = $1 where id = $2', [agent?.['hash'], agentId])
    expect(await found()).toEqual(expect.arrayContaining(['1 password']))
    await without(mobile)
  })
})

test('what is older than the rows that the trail keeps is counted, and is no finding', async () => {
  const { mobile } = await onboarded()
  server().outside.references.set('OLD-1', 'allowed')
  await doKyc(server(), { mobile, token: await server().signIn(mobile), reference: 'OLD-1' })
  expect(await found()).toEqual(['not-counted'])
  server().clock.advance(8 * 366 * 86_400_000)
  await keepAuditRetention(db(), server().open.seals, now(), defaultPolicy)
  await sql('delete from sessions')
  expect(await found()).not.toEqual(expect.arrayContaining([expect.stringMatching(/^\d/) as unknown]))
  expect((await json('audit verify')).older).toBeGreaterThan(1)
})
