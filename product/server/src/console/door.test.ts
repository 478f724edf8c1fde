import { describe, expect, test } from 'vitest'

import { runHousekeeping } from '../database/housekeeping.ts'
import { hourMs, minuteMs } from '../domain/clocks.ts'
import { defaultPolicy } from '../domain/policy.ts'
import { consoleOfFile, startTestConsole, type TestPerson } from '../../testing/test-console.ts'

const bank = await consoleOfFile()

const statusOf = async (person: Pick<TestPerson, 'call'>) => (await person.call('getMe')).status
const { sql } = bank
const lastRow = async () => (await bank.staffRows()).at(-1)

describe('a session of the staff', () => {
  test('shows its person who they are, and the sessions that they have', async () => {
    const neha = await bank.signIn(['support', 'supervisor'])
    const { status, answer, counters } = await neha.call('getMe')
    expect({ status, counters }).toEqual({
      status: 200,
      counters: { proposals: 0, exceptions: 0, alerts: 0 },
    })
    expect(answer).toMatchObject({
      id: neha.id,
      name: 'Neha support supervisor',
      roles: ['support', 'supervisor'],
      session: { idleLimitMs: 900_000 },
      sessions: [{ isCurrent: true }],
      fourEyes: true,
    })
  })

  test('is kept as a keyed hash of its token alone', async () => {
    const { token } = await bank.signIn('viewer')
    const [row] = await sql(
      `select count(*)::int as rows from staff_sessions where strpos(staff_sessions::text, $1) > 0
         or token_hash = sha256(convert_to($1, 'UTF8'))`,
      [token],
    )
    expect(row).toEqual({ rows: 0 })
    expect(token).toMatch(/^[\w-]{43}$/)
  })

  test.each([
    ['for a token of their own', `token_hash = sha256(convert_to('${'t'.repeat(43)}', 'UTF8'))`],
    ['for another person', 'staff_id = $2'],
    ['that ends later', `expires_on = expires_on + interval '1 hour'`],
    ['without its MAC', 'mac = null'],
  ])('[A2] that somebody wrote into the database %s is refused', async (_what, change) => {
    const [neha, ravi] = [await bank.signIn('viewer'), await bank.addStaff(['viewer'])]
    await sql(`update staff_sessions set ${change} where staff_id = $1 and $2::uuid is not null`, [
      neha.id,
      ravi.id,
    ])
    expect(await statusOf(change.startsWith('token_hash') ? bank.as('t'.repeat(43)) : neha)).toBe(401)
  })

  test('[A2] whose person somebody gave another role in the database is refused', async () => {
    const neha = await bank.signIn('viewer')
    await sql(`update staff set roles = '{security}' where id = $1`, [neha.id])
    await sql(`update staff_sessions set roles = '{security}' where staff_id = $1`, [neha.id])
    expect(await statusOf(neha)).toBe(401)
  })

  test('ends after 15 minutes without a call, and after 10 hours in all', async () => {
    const neha = await bank.signIn('viewer')
    for (let minutes = 0; minutes < 9 * 60 + 45; minutes += 14) {
      bank.server.clock.advance(14 * minuteMs)
      expect(await statusOf(neha)).toBe(200)
    }
    bank.server.clock.advance(14 * minuteMs)
    expect(await statusOf(neha)).toBe(401)

    const ravi = await bank.signIn('viewer')
    bank.server.clock.advance(15 * minuteMs)
    expect(await statusOf(ravi)).toBe(401)
  })

  test('ends when its person signs out, or in for a third time', async () => {
    const staff = await bank.addStaff(['viewer'])
    const first = await bank.signIn(staff)
    bank.server.clock.advance(1)
    const second = await bank.signIn(staff)
    bank.server.clock.advance(1)
    const third = await bank.signIn(staff)
    expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([401, 200, 200])
    const { headers } = await second.call('signOut')
    expect(String(headers['set-cookie'])).toMatch(/^__Host-console=; Max-Age=0; Path=\/; HttpOnly; Secure/)
    expect([await statusOf(second), await statusOf(third)]).toEqual([401, 200])
  })

  test.each([
    ['is given other roles', `update staff set roles = '{security}' where id = $1`],
    ['loses the last role', `update staff set roles = '{}' where id = $1`],
    ['is disabled', 'update staff set disabled_on = now() where id = $1'],
  ])('ends at the next call after its person %s', async (_change, change) => {
    const neha = await bank.signIn('viewer')
    expect(await statusOf(neha)).toBe(200)
    await sql(change, [neha.id])
    expect(await statusOf(neha)).toBe(401)
  })

  test('is refused to a person without a role or disabled, with a row in the trail', async () => {
    const nobody = await bank.addStaff([])
    await expect(bank.signIn(nobody)).rejects.toThrow('cannot sign in')
    expect(await lastRow()).toMatchObject({
      actor: `Neha (staff ${nobody.id.slice(-8)})`,
      action: 'staff.sign-in',
      subject: 'by provider, without a role',
      outcome: 'refused',
    })
    const disabled = await bank.addStaff(['viewer'])
    await sql('update staff set disabled_on = now() where id = $1', [disabled.id])
    await expect(bank.signIn(disabled)).rejects.toThrow('cannot sign in')
    expect(await lastRow()).toMatchObject({ subject: 'by provider', outcome: 'refused' })
  })

  test('is of one person, who first signs in from two tabs at once', async () => {
    const proven = { issuer: 'bank', subject: 'meera', name: 'Meera', groups: ['viewer'], session: undefined }
    const origin = { address: '127.0.0.1', requestId: 'r', traceId: undefined }
    const signIn = () => bank.sessions.signIn(proven, origin)
    // Opens a connection for each tab.
    await Promise.all([bank.sessions.findStaffId(proven), bank.sessions.findStaffId(proven)])
    const [first, second] = await Promise.all([signIn(), signIn()])
    const found = await Promise.all([first, second].map(token => bank.sessions.find(token ?? '')))
    expect(found[0]?.staff).toMatchObject({ name: 'Meera' })
    expect(found[1]?.staff).toEqual(found[0]?.staff)
  })

  test('ends at once when the provider says so, by its own id', async () => {
    const proven = { issuer: 'bank', subject: 'ravi', name: 'Ravi', groups: ['viewer'], session: 'sid-1' }
    const origin = { address: '127.0.0.1', requestId: 'r', traceId: undefined }
    const token = (await bank.sessions.signIn(proven, origin)) ?? ''
    expect(await bank.sessions.find(token)).toMatchObject({ staff: { name: 'Ravi' } })
    const now = bank.server.clock.now()
    const ended = (session: string, until = now) =>
      bank.sessions.endByProvider({ issuer: '', subject: undefined, session, until }, origin)
    expect(await ended('sid-2')).toHaveLength(0)
    expect(await ended('sid-1', new Date(now.getTime() - 1))).toHaveLength(0)
    expect(await ended('sid-1')).toHaveLength(1)
    expect(await bank.sessions.find(token)).toBeUndefined()
  })
})

test("an agent's token is no session of the staff, and a person's token is none of an agent", async () => {
  const mobile = '9600000001'
  const { token: agentToken } = await bank.server.signedInAgent(mobile)
  const bearer = { headers: { authorization: `Bearer ${agentToken}` } }
  expect((await bank.call('getMe', {}, bearer)).status).toBe(401)
  const cookie = { headers: { cookie: `__Host-console=${agentToken}` } }
  expect(await bank.call('getMe', {}, cookie)).toMatchObject({
    status: 401,
    error: { code: 'not_signed_in' },
  })

  const { token } = await bank.signIn('supervisor')
  expect((await bank.server.call('listOrders', { username: mobile, pageNo: 1 }, { token })).status).toBe(401)
  expect(
    (await bank.server.call('listOrders', { username: mobile, pageNo: 1 }, { token: agentToken })).status,
  ).toBe(200)
})

describe('the console lets in', () => {
  const foreign: [string, Record<string, string | undefined>][] = [
    ['a page of another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a page of a sub-domain', { origin: 'https://a.console.test', 'sec-fetch-site': 'same-site' }],
    ['a program that names no origin', { origin: undefined, 'sec-fetch-site': undefined }],
    ['a form, which cannot send a header of its own', { 'x-console': undefined }],
  ]
  test.each(foreign)('no act of %s', async (_who, headers) => {
    const neha = await bank.signIn('viewer')
    const refused = await neha.call('signOut', {}, { headers })
    expect(refused).toMatchObject({ status: 403, error: { code: 'foreign_origin' } })
    expect(await statusOf(neha)).toBe(200)
  })

  test('no look of another site, but an address that the person has typed', async () => {
    const neha = await bank.signIn('viewer')
    const from = (site: string) => neha.call('getMe', {}, { headers: { 'sec-fetch-site': site } })
    expect((await from('cross-site')).error?.code).toBe('foreign_origin')
    expect((await from('none')).status).toBe(200)
  })

  test('no body but JSON, and none of more than 64 KiB', async () => {
    const neha = await bank.signIn('viewer')
    const form = { headers: { 'content-type': 'text/plain' } }
    expect(await neha.call('signOut', {}, form)).toMatchObject({ status: 415, error: { code: 'not_json' } })
    const reason = 'x'.repeat(70_000)
    const large = await neha.call('doAct', { name: 'agent.unlock', input: {}, reason })
    expect(large).toMatchObject({ status: 413, error: { code: 'body_too_large' } })
  })

  test('nobody while the database is not up to date', async () => {
    const early = await startTestConsole({ server: bank.server, isPrepared: () => false })
    const answer = await early.call('getMe')
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5' }, error: { code: 'busy' } })
    await early.close()
  })

  test('a person so often in a minute, and another one all the same', async () => {
    const neha = await bank.signIn('viewer')
    for (let times = 0; times < 300; times += 1) expect(await statusOf(neha)).toBe(200)
    const { status, headers, error } = await neha.call('getMe')
    expect({ status, code: error?.code }).toEqual({ status: 429, code: 'too_many' })
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(await statusOf(await bank.signIn('viewer'))).toBe(200)
    bank.server.clock.advance(minuteMs)
    expect(await statusOf(neha)).toBe(200)
  })
})

test('an address of the console takes its own methods alone, and an unknown one is told so', async () => {
  const { app } = bank
  const wrong = await app.inject({ method: 'PUT', url: '/api/console/v1/me' })
  expect([wrong.statusCode, wrong.headers.allow, wrong.json().error.code]).toEqual([
    405,
    'GET',
    'method_not_allowed',
  ])
  const unknown = await app.inject({ method: 'GET', url: '/api/console/v1/nothing' })
  expect([unknown.statusCode, unknown.json().error.code]).toEqual([404, 'not_found'])
})

test('each answer forbids scripts of others, frames, caches and being told where a person came from', async () => {
  const answers = [await bank.call('getMe'), await (await bank.signIn('viewer')).call('getMe')]
  for (const { headers } of answers) {
    expect(String(headers['content-security-policy'])).toContain("default-src 'none'; script-src 'self'")
    expect(String(headers['content-security-policy'])).toContain("require-trusted-types-for 'script'")
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.stringMatching(/^max-age=63072000/),
    })
  }
})

test('a row of the staff names the person, the request and the address, and never a mobile', async () => {
  const mobile = '9600000002'
  const agentId = await bank.server.addAgent({ mobile })
  const neha = await bank.signIn('support')
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  await neha.call(
    'doAct',
    { name: 'agent.unlock', input: { agent: agentId } },
    { headers: { traceparent }, address: '192.0.2.7' },
  )
  const row = await lastRow()
  expect(row).toMatchObject({
    actor: `Neha support (staff ${neha.id.slice(-8)})`,
    action: 'agent.unlock',
    agentId,
    traceId: '0af7651916cd43dd8448eb211c80319c',
    address: '192.0.2.7',
  })
  expect(row?.subject).toMatch(/^XXXXXX0002/)
  expect(row?.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(JSON.stringify(await bank.staffRows())).not.toContain(mobile)
})

test('the trail says who signed in, how and out again', async () => {
  const neha = await bank.signIn('auditor')
  await neha.call('signOut')
  expect((await bank.staffRows()).slice(-2)).toMatchObject([
    { action: 'staff.sign-in', subject: 'by provider, as auditor', outcome: 'done' },
    { action: 'staff.sign-out', outcome: 'done' },
  ])
})

test('sessions and answers are swept when they are over', async () => {
  const neha = await bank.signIn('supervisor')
  await neha.call('doAct', {
    name: 'agent.unlock',
    input: { agent: await bank.server.addAgent({ mobile: '9600000003' }) },
  })
  bank.server.clock.advance(25 * hourMs)
  await runHousekeeping(bank.open.runner, bank.server.clock.now(), defaultPolicy)
  const rows = await sql(
    'select (select count(*)::int from staff_sessions) as sessions, (select count(*)::int from act_answers) as answers',
  )
  expect(rows).toEqual([{ sessions: 0, answers: 0 }])
})
