import { newPasswordTexts, signInTexts } from '@ekyc/contract/texts'
import { indiaDate } from '@ekyc/contract/india-time'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { encryptPassword } from '../testing/encrypt-password.ts'
import { operatorAt } from '../testing/operator-at.ts'
import { agentPassword, startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let admin: ReturnType<typeof operatorAt>
beforeAll(async () => {
  server = await startTestServer()
  admin = operatorAt({ databaseUrl: server.databaseUrl, now: server.clock.now })
})
afterAll(() => server.close())

let lastMobile = 9_500_000_000
const newMobile = () => String((lastMobile += 1))

async function signedInAgent(): Promise<{ mobile: string; token: string; agentId: string }> {
  const mobile = newMobile()
  const agentId = await server.addAgent({ mobile, password: agentPassword })
  return { mobile, agentId, token: await server.signIn(mobile) }
}

const profile = (mobile: string, token: string) => server.call('getProfile', { username: mobile }, { token })

function login(mobile: string, password = agentPassword) {
  const encrypted = encryptPassword(password, mobile, indiaDate(server.clock.now()))
  return server.call('login', { username: mobile, password: encrypted, otpDetails: null })
}

async function json(words: string) {
  const run = await admin(`${words} --json`)
  // A test reads what it expects.
  // oxlint-disable-next-line typescript/no-explicit-any
  return { code: run.code, ...JSON.parse(run.out) }
}

describe('add', () => {
  test('an agent who was added comes in by OTP and finds the details in the profile', async () => {
    const mobile = newMobile()
    await admin(`agents add ${mobile} --name " Asha Verma " --email asha@bank.example --address1 "1 Fort"`)

    const { otpDetails } = await server.call('checkUser', { username: mobile })
    const otp = (await server.lastSms(mobile))?.slice(0, 6)
    const newPassword = encryptPassword(agentPassword, mobile, indiaDate(server.clock.now()))
    await server.call('setPassword', { username: mobile, otpDetails: { ...otpDetails, otp }, newPassword })
    expect((await profile(mobile, await server.signIn(mobile)))['user']).toEqual({
      name: 'Asha Verma',
      mobile,
      email: 'asha@bank.example',
      address: { addressLine1: '1 Fort', addressLine2: '' },
      assignedRoles: ['DBS_AGENT'],
    })
  })

  test.each([
    ['98 --name A', 'mobile must be 10 digits'],
    ['९४०००००००१ --name A', 'mobile must be 10 digits'],
    ['9500900001 --name " "', 'name is missing'],
    ['9500900001 --name A\u001b[31m', 'name has a character that cannot be shown'],
    ['9500900001 --name A\u202eB', 'name has a character that cannot be shown'],
    [`9500900001 --name ${'A'.repeat(101)}`, 'name is longer than 100 characters'],
    ['9500900001 --name A --email bank.example', 'email is not an e-mail address'],
    ['9500900001 --name A --role KING', "roles has 'KING', which is no role (DBS_AGENT"],
  ])('%s is refused', async (words, reason) => {
    const run = await admin(`agents add ${words}`)
    expect(run.code).toBe(1)
    expect(run.complaint).toContain(reason)
    expect((await json('agents list --search 9500900001')).agents).toEqual([])
  })

  test('nobody is added twice, not even by two operators at once', async () => {
    const mobile = newMobile()
    const runs = await Promise.all([1, 2, 3].map(n => admin(`agents add ${mobile} --name N${n}`)))
    expect(runs.filter(({ code }) => code === 0)).toHaveLength(1)
    expect((await json(`agents list --search ${mobile}`)).agents).toHaveLength(1)
  })
})

describe('update', () => {
  test('what is told changes in the same session, the rest stays, and nothing told is a wrong use', async () => {
    const { mobile, token } = await signedInAgent()
    const before = (await profile(mobile, token))['user']

    expect(await json(`agents update ${mobile} --email new@bank.example --address2 Pune`)).toMatchObject({
      code: 0,
      changed: true,
    })

    expect((await profile(mobile, token))['user']).toEqual({
      ...before,
      email: 'new@bank.example',
      address: { ...before.address, addressLine2: 'Pune' },
    })
    expect(await json(`agents update ${mobile} --address2 Pune`)).toMatchObject({ changed: false })
    expect((await admin(`agents update ${mobile}`)).code).toBe(2)
    expect((await admin(`agents update ${mobile} --name ""`)).complaint).toContain('name is missing')
    expect((await admin('agents update 9500900001 --name A')).code).toBe(1)
  })
})

describe('import', () => {
  const importing = (file: string | Uint8Array, words = '--yes') =>
    admin(`agents import agents.csv ${words}`, { files: { 'agents.csv': file } })

  test('adds every agent of the file, with the roles of the line or DBS_AGENT', async () => {
    await server.addAgent({ mobile: newMobile(), role: 'DBS_VIEWER' })
    const run = await importing(
      '\ufeffName,Mobile,roles,address_line1\r\n' +
        '"Verma, ""Asha""",9600000001,,"1 Fort\r\nRoad"\r\n' +
        'Ravi,9600000002,DBS_AGENT DBS_VIEWER,\r\n',
    )
    // A line end inside an address cannot be shown in one line.
    expect(run.complaint).toContain('address_line1  has a character that cannot be shown')

    const good = await importing(
      'name,mobile,roles\r\n"Verma, ""Asha""",9600000001,\r\n\r\nRavi,9600000002,DBS_AGENT DBS_VIEWER\r\n',
    )
    expect(good).toMatchObject({ code: 0, out: 'Agents added: 2.\n' })
    expect((await json('agents list --search 96000000')).agents).toMatchObject([
      { mobile: '9600000001', name: 'Verma, "Asha"', roles: ['DBS_AGENT'], hasPassword: false },
      { mobile: '9600000002', name: 'Ravi', roles: ['DBS_AGENT', 'DBS_VIEWER'] },
    ])
  })

  test('tells every bad line and then adds nobody', async () => {
    const known = newMobile()
    await server.addAgent({ mobile: known })
    const run = await importing(
      [
        'mobile,name,email,roles',
        '9610000001,Good,good@bank.example,',
        '961,,nobody,',
        `${known},Known,,`,
        '9610000001,Twice,,KING',
        '9610000003,"Open,,',
        '9610000004,Short',
        '9610000005,Good too,,',
      ].join('\n'),
      '--json',
    )
    expect(run.code).toBe(1)
    expect(JSON.parse(run.out)).toEqual({
      error: 'Nothing was imported: 5 lines are wrong.',
      problems: [
        { line: 3, column: 'mobile', problem: 'must be 10 digits' },
        { line: 3, column: 'name', problem: 'is missing' },
        { line: 3, column: 'email', problem: 'is not an e-mail address' },
        { line: 4, column: 'mobile', problem: 'is an agent already' },
        { line: 5, column: 'roles', problem: expect.stringContaining("'KING'") },
        { line: 5, column: 'mobile', problem: 'is in line 2 too' },
        { line: 6, column: null, problem: 'has a quotation mark that does not belong there' },
        { line: 7, column: null, problem: 'has 2 cells, the first line has 4' },
      ],
    })
    expect((await json('agents list --search 961')).agents).toEqual([])
  })

  test('takes thousands in one go, and asks once before', async () => {
    const lines = Array.from({ length: 2_500 }, (_, index) => `${9_620_000_000 + index},Agent ${index}`)
    const file = ['mobile,name', ...lines].join('\n')
    expect((await importing(file, '')).complaint).toContain('Add the agents of this file (2500)?')
    expect(await importing(file)).toMatchObject({ code: 0, out: 'Agents added: 2500.\n' })
    // The last of many is there already: all of the others go back.
    const again = ['mobile,name', '9629000000,New', lines.at(-1)].join('\n')
    expect((await importing(again)).code).toBe(1)
    expect((await json('agents list --search 9629')).agents).toEqual([])
  })

  test('an agent whom somebody else adds in the middle of it undoes the whole import', async () => {
    const file = ['mobile,name', '9630000001,One', '9630000002,Two'].join('\n')
    let running: Promise<unknown> | undefined
    await server.open.queryable.transaction(async transaction => {
      await transaction.execute(sql`
        insert into agents (id, mobile, name, email, address_line1, address_line2, created_on)
        values (gen_random_uuid(), '9630000002', 'First', '', '', '', now())`)
      running = importing(file).catch((error: unknown) => error)
      await vi.waitFor(async () => {
        const waiting = await server.open.queryable.execute(
          sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        expect(waiting).toHaveLength(1)
      })
    })
    expect(await running).toMatchObject({ message: expect.stringContaining('somebody else added one') })
    expect((await json('agents list --search 963000')).agents).toMatchObject([{ name: 'First' }])
  })
})

describe('list', () => {
  test('goes on where the page before ended', async () => {
    for (const mobile of ['9710000001', '9710000002', '9710000003']) await server.addAgent({ mobile })
    const first = await json('agents list --search 9710 --limit 2')
    expect(first).toMatchObject({ next: '9710000002' })
    const second = await json(`agents list --search 9710 --limit 2 --after ${first.next}`)
    expect(second.agents.map((agent: { mobile: string }) => agent.mobile)).toEqual(['9710000003'])
    expect(second.next).toBeNull()
  })

  test('a search is words, not a pattern', async () => {
    expect((await json('agents list --search %')).agents).toEqual([])
    expect((await json('agents list --search _')).agents).toEqual([])
  })

  test('finds agents by how they stand and by role', async () => {
    const disabled = newMobile()
    await server.addAgent({ mobile: disabled, password: agentPassword, role: 'LISTED_ROLE' })
    await admin(`agents disable ${disabled} --yes`)
    const mobiles = async (words: string) =>
      (await json(`agents list ${words}`)).agents.map((agent: { mobile: string }) => agent.mobile)
    expect(await mobiles('--status disabled')).toEqual([disabled])
    expect(await mobiles('--status enabled --role LISTED_ROLE')).toEqual([])
    expect(await mobiles('--role LISTED_ROLE')).toEqual([disabled])
  })
})

describe('disable and enable', () => {
  test('a signed-in agent is out at the next call, and is answered like a phone that nobody has', async () => {
    const { mobile, token } = await signedInAgent()
    expect((await profile(mobile, token)).status).toBe(200)

    expect(await json(`agents disable ${mobile} --yes`)).toMatchObject({ changed: true, sessionsEnded: 1 })

    expect((await profile(mobile, token)).status).toBe(401)
    expect((await login(mobile)).response.displayMsg).toBe(signInTexts.passwordIncorrect)
  })

  test('an enabled agent logs in again, and no earlier session comes back to life', async () => {
    const { mobile, token, agentId } = await signedInAgent()
    await admin(`agents disable ${mobile} --yes`)
    // A log-in that was on its way: its session is written after the others were ended.
    await server.open.queryable.execute(sql`
      insert into sessions (token_hash, agent_id, opened_on, expires_on, last_seen_on)
      values (sha256(${token}::text::bytea), ${agentId}, ${server.clock.now().toISOString()},
        '2099-01-01', ${server.clock.now().toISOString()})`)

    expect((await admin(`agents enable ${mobile}`)).code).toBe(0)

    expect((await profile(mobile, token)).status).toBe(401)
    expect((await profile(mobile, await server.signIn(mobile))).status).toBe(200)
  })
})

describe('unlock', () => {
  test('ends the wait that wrong passwords brought', async () => {
    const mobile = newMobile()
    await server.addAgent({ mobile, password: agentPassword })
    await server.call('checkUser', { username: mobile })
    for (let failure = 0; failure < 5; failure += 1) await login(mobile, 'Wrong@2026')
    expect((await login(mobile)).status).toBe(429)
    expect((await json(`agents show ${mobile}`)).lockedUntil).not.toBeNull()
    expect((await json('agents list --status locked')).agents).toMatchObject([{ mobile }])

    expect(await json(`agents unlock ${mobile}`)).toMatchObject({ changed: true })

    expect((await login(mobile)).response.success).toBe(true)
    expect(await json(`agents unlock ${mobile}`)).toMatchObject({ changed: false })
  })
})

describe('reset-password', () => {
  test('[LOG-9] the right password asks for an OTP first, until a new one is set', async () => {
    const { mobile, token } = await signedInAgent()
    expect(await json(`agents reset-password ${mobile} --yes`)).toMatchObject({ sessionsEnded: 1 })
    expect((await profile(mobile, token)).status).toBe(401)
    await server.call('checkUser', { username: mobile })
    expect((await login(mobile)).response.displayMsg).toBe(signInTexts.otpVerificationFirst)

    const { otpDetails } = await server.call('resetPassword', { username: mobile })
    const otp = (await server.lastSms(mobile))?.slice(0, 6)
    const newPassword = encryptPassword('Fresh@Start1', mobile, indiaDate(server.clock.now()))
    const set = await server.call('setPassword', {
      username: mobile,
      otpDetails: { ...otpDetails, otp },
      newPassword,
    })
    expect(set.response).not.toMatchObject({ displayMsg: newPasswordTexts.otpWrong })
    expect(await server.signIn(mobile, 'Fresh@Start1')).toBeTruthy()
  })

  test('an agent without a password is left alone', async () => {
    const mobile = newMobile()
    await server.addAgent({ mobile })
    const run = await admin(`agents reset-password ${mobile} --yes`)
    expect(run).toMatchObject({ code: 1, complaint: expect.stringContaining('has no password yet') })
    expect(await json(`agents show ${mobile}`)).toMatchObject({ resetDemanded: false })
  })
})

describe('roles and privileges', () => {
  test('losing a role ends the session at the next call', async () => {
    const { mobile, token } = await signedInAgent()
    await admin(`roles revoke ${mobile} DBS_AGENT --yes`)
    expect((await profile(mobile, token)).status).toBe(401)
    await admin(`roles grant ${mobile} DBS_AGENT`)
    expect(await json(`roles grant ${mobile} DBS_AGENT`)).toMatchObject({ changed: false })
    expect((await profile(mobile, await server.signIn(mobile)))['user'].assignedRoles).toEqual(['DBS_AGENT'])
  })

  test('a withheld privilege is refused in the same session at once, and given back at once', async () => {
    const { mobile, token } = await signedInAgent()
    const check = () =>
      server.call('checkReference', { mobile, username: mobile, dbsRefCode: 'DBS10001' }, { token })
    expect((await check()).status).toBe(200)

    await admin(`privileges withhold ${mobile} DO_EKYC_APP`)
    expect((await check()).status).toBe(403)
    expect(await json(`agents show ${mobile}`)).toMatchObject({ withheld: ['DO_EKYC_APP'], liveSessions: 1 })

    await admin(`privileges restore ${mobile} DO_EKYC_APP`)
    expect((await check()).status).toBe(200)
  })

  test('a role or a privilege that is none is refused by name', async () => {
    const { mobile } = await signedInAgent()
    expect((await admin(`roles grant ${mobile} KING`)).complaint).toContain("no role 'KING', only DBS_AGENT")
    expect((await admin(`privileges withhold ${mobile} FLY`)).complaint).toContain("no privilege 'FLY', only")
  })
})

describe('sessions', () => {
  test('one of two is ended, the other goes on', async () => {
    const { mobile, token } = await signedInAgent()
    server.clock.advance(1_000)
    const later = await server.signIn(mobile)
    const { sessions } = await json(`sessions list ${mobile}`)
    expect(sessions).toHaveLength(2)

    await admin(`sessions end ${mobile} --session ${sessions[0].id} --yes`)

    expect((await profile(mobile, later)).status).toBe(401)
    expect((await profile(mobile, token)).status).toBe(200)
    expect((await admin(`sessions end ${mobile} --session ${sessions[0].id} --yes`)).code).toBe(1)
  })
})

describe('orders and figures', () => {
  test('orders of every status are listed, and India days filter them', async () => {
    const { mobile, token } = await signedInAgent()
    await server.call('checkReference', { mobile, username: mobile, dbsRefCode: 'DBS10001' }, { token })
    const day = indiaDate(server.clock.now())
    expect((await json(`orders list ${mobile} --from ${day} --to ${day}`)).orders).toMatchObject([
      { reference: 'DBS10001', status: 'INIT', transactionId: null },
    ])
    expect((await json(`orders list ${mobile} --to 2020-01-01`)).orders).toEqual([])
    expect((await json(`orders list ${mobile} --status KYC_SUCCESS`)).orders).toEqual([])
  })

  test('the figures count what there is', async () => {
    const before = await json('stats')
    const { mobile, token } = await signedInAgent()
    await server.call('checkReference', { mobile, username: mobile, dbsRefCode: 'DBS10002' }, { token })
    await server.addAgent({ mobile: newMobile() })
    const after = await json('stats')

    expect(after.agents.total).toBe(before.agents.total + 2)
    expect(after.agents['no-password']).toBe(before.agents['no-password'] + 1)
    expect(after.liveSessions).toBe(before.liveSessions + 1)
    expect(after.openOrders).toBe(before.openOrders + 1)
    expect(after.months.at(-1).login).toBe(before.months.at(-1).login + 1)
  })
})

describe('outbox', () => {
  test('a waiting message is listed without its text and sent at once on demand', async () => {
    const mobile = newMobile()
    await server.addAgent({ mobile })
    server.outside.smsIsAway = true
    await server.call('checkUser', { username: mobile })
    await server.outbox.deliverDue()
    server.outside.smsIsAway = false
    const { messages } = await json('outbox list --state waiting --kind sms')
    expect(messages).toMatchObject([{ mobile, kind: 'sms', state: 'waiting', attempts: 1 }])
    expect(messages[0]).not.toHaveProperty('body')
    expect(await server.outbox.deliverDue()).toBe(0)

    expect(await json(`outbox retry ${messages[0].id}`)).toMatchObject({ due: 1 })

    expect(await server.outbox.deliverDue()).toBe(1)
    expect((await admin(`outbox retry ${messages[0].id}`)).complaint).toContain('it was delivered')
  })

  test('a dead letter is listed and cannot be sent again', async () => {
    const mobile = newMobile()
    await server.addAgent({ mobile })
    server.outside.smsIsAway = true
    await server.call('checkUser', { username: mobile })
    server.clock.advance(10 * 60_000)
    await server.outbox.deliverDue()
    server.outside.smsIsAway = false

    const { messages } = await json('outbox dead')
    expect(messages).toMatchObject([{ mobile, state: 'dead', lastError: 'expired' }])
    expect((await admin(`outbox retry ${messages[0].id}`)).complaint).toContain('its text is erased')
    expect((await admin('outbox retry nothing')).complaint).toContain('there is no such message')
  })
})
