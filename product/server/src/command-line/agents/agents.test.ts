import { signInTexts } from '@ekyc/contract/sign-in-texts'
import { columnNames, exampleCells } from '@ekyc/contract/console/sheet-lines'
import { indiaDate } from '@ekyc/contract/india-time'
import { describe, expect, test } from 'vitest'

import { defaultPolicy } from '../../domain/policy.ts'
import { lockIsWaitedFor } from '../../../testing/database/lock-wait.ts'
import { runSql } from '../../../testing/database/run-sql.ts'
import { agentPassword, freshPassword } from '../../../testing/test-server.ts'
import { withAdmin } from '../../../testing/with-admin.ts'

const { server, admin, json, profile } = await withAdmin()
const { newMobile, signedInAgent, logIn } = server

describe('add', () => {
  test('an agent who was added comes in by OTP and finds the details in the profile', async () => {
    const mobile = newMobile()
    await admin(`agents add ${mobile} --name " Asha Verma " --email asha@bank.example --address1 "1 Fort"`)

    const { otpDetails } = await server.call('checkUser', { username: mobile })
    await server.setPassword(mobile, otpDetails, { password: agentPassword })
    expect((await profile(mobile, await server.signIn(mobile)))['user']).toEqual({
      name: 'Asha Verma',
      mobile,
      email: 'asha@bank.example',
      address: { addressLine1: '1 Fort', addressLine2: '' },
      assignedRoles: ['DBS_AGENT'],
    })
  })

  test.each([
    ['98 --name A', 'mobile must be 10 digits and begin with 6, 7, 8 or 9'],
    ['9500900001 --name A\u001b[31m', 'name has a character that cannot be shown'],
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

test('show tells each detail of an agent', async () => {
  const mobile = newMobile()
  const cells = { ...exampleCells(), mobile }
  const file = [Object.values(columnNames), Object.values(cells)].map(line => line.join(',')).join('\n')
  await admin('agents import one.csv --yes', { files: { 'one.csv': file } })
  const { out } = await admin(`agents show ${mobile}`)
  for (const cell of Object.values(cells)) expect(out).toContain(cell)
})

test('update changes what is told in the same session, the rest stays, and nothing told is a wrong use', async () => {
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

test('list goes on where the page before ended', async () => {
  for (const mobile of ['9710000001', '9710000002', '9710000003']) await server.addAgent({ mobile })
  const first = await json('agents list --search 9710 --limit 2')
  expect(first).toMatchObject({ next: '9710000002' })
  const second = await json(`agents list --search 9710 --limit 2 --after ${first.next}`)
  expect(second.agents.map((agent: { mobile: string }) => agent.mobile)).toEqual(['9710000003'])
  expect(second.next).toBeNull()
})

describe('disable and enable', () => {
  test('a signed-in agent is out at the next call, and is answered like a phone that nobody has', async () => {
    const { mobile, token } = await signedInAgent()
    expect((await profile(mobile, token)).status).toBe(200)

    expect(await json(`agents disable ${mobile} --yes`)).toMatchObject({ changed: true, sessionsEnded: 1 })

    expect((await profile(mobile, token)).status).toBe(401)
    expect((await logIn(mobile)).response.displayMsg).toBe(signInTexts.passwordIncorrect)
  })

  test('an enabled agent logs in again, and no earlier session comes back to life', async () => {
    const { mobile, token, id: agentId } = await signedInAgent()
    await admin(`agents disable ${mobile} --yes`)
    // A log-in that ran meanwhile writes its session after the others were ended.
    await server.sql(
      `insert into sessions (token_hash, agent_id, opened_on, expires_on, last_seen_on)
       values (sha256($1::text::bytea), $2, $3, '2099-01-01', $3)`,
      [token, agentId, server.clock.now().toISOString()],
    )

    expect((await admin(`agents enable ${mobile}`)).code).toBe(0)

    expect((await profile(mobile, token)).status).toBe(401)
    expect((await profile(mobile, await server.signIn(mobile))).status).toBe(200)
  })
})

describe('change-mobile', () => {
  test('the agent logs in by the new number with the old password, and nobody by the old number', async () => {
    const { mobile, token } = await signedInAgent()
    await server.call('checkReference', { mobile, username: mobile, dbsRefCode: 'DBS10001' }, { token })
    const to = newMobile()

    expect(await json(`agents change-mobile ${mobile} ${to} --yes`)).toEqual({
      code: 0,
      mobile,
      to,
      changed: true,
      sessionsEnded: 1,
    })

    expect((await profile(mobile, token)).status).toBe(401)
    await server.call('checkUser', { username: mobile })
    expect((await logIn(mobile)).response.displayMsg).toBe(signInTexts.passwordIncorrect)
    expect((await profile(to, await server.signIn(to)))['user']).toMatchObject({ mobile: to })
    expect((await json(`orders list ${to}`)).orders).toMatchObject([{ reference: 'DBS10001' }])
    expect(await json(`agents change-mobile ${to} ${to} --yes`)).toMatchObject({ changed: false })
  })

  test('an OTP that was sent to the old number opens nothing, not even for its next holder', async () => {
    const mobile = newMobile()
    await server.addAgent({ mobile })
    const { otpDetails } = await server.call('checkUser', { username: mobile })
    await admin(`agents change-mobile ${mobile} ${newMobile()} --yes`)
    await admin(`agents add ${mobile} --name Next`)

    expect((await server.setPassword(mobile, otpDetails)).response.success).toBe(false)
    expect(await json(`agents show ${mobile}`)).toMatchObject({ hasPassword: false })
  })

  test('two operators who give one number to two agents at once: one is done, the other refused', async () => {
    const [first, second] = [await signedInAgent(), await signedInAgent()]
    const to = newMobile()
    let refused: ReturnType<typeof admin> | undefined
    await server.open.runner.inTransaction(async transaction => {
      await runSql(transaction, 'update agents set mobile = $1 where id = $2', [to, first.id])
      refused = admin(`agents change-mobile ${second.mobile} ${to} --yes`)
      await lockIsWaitedFor(server.open.runner)
    })
    expect(await refused).toMatchObject({ code: 1, complaint: `${to} is an agent already.\n` })
    expect((await profile(second.mobile, second.token)).status).toBe(200)
    const rows = await server.sql(
      `select outcome from audit_events where action = 'agent.change-mobile' and agent_id = $1`,
      [second.id],
    )
    expect(rows).toEqual([{ outcome: 'refused' }])
  })

  test('to what is no mobile is refused', async () => {
    const { mobile } = await signedInAgent()
    const run = await admin(`agents change-mobile ${mobile} 98 --yes`)
    expect(run).toMatchObject({ code: 1, complaint: expect.stringContaining("'98' must be 10 digits") })
  })
})

test('lift-limits ends the wait that too many unknown references brought, which show tells of', async () => {
  const { mobile, token } = await signedInAgent()
  const check = (dbsRefCode: string) =>
    server.call('checkReference', { username: mobile, mobile, dbsRefCode }, { token })
  const limit = defaultPolicy.unknownReferencesPerHour
  for (let count = 0; count < limit; count += 1) await check(`DBS9999${count}`)
  expect(await check('DBS10001')).not.toHaveProperty('orderId')
  expect((await json(`agents show ${mobile}`)).limits).toContainEqual(
    expect.objectContaining({ words: 'Unknown references', used: limit, of: limit }),
  )
  expect((await admin(`agents show ${mobile}`)).out).toMatch(
    new RegExp(`\\nUnknown references: +${limit} of ${limit}, until \\d{4}-`),
  )

  expect(await json(`agents lift-limits ${mobile}`)).toMatchObject({ changed: true })
  expect(await check('DBS10001')).toHaveProperty('orderId')
  expect((await json(`agents show ${mobile}`)).limits).toEqual([
    expect.objectContaining({ words: 'Reference checks', used: 1 }),
  ])
})

test('unlock ends the wait that wrong passwords brought', async () => {
  const mobile = newMobile()
  await server.addAgent({ mobile, password: agentPassword })
  await server.call('checkUser', { username: mobile })
  for (let failure = 0; failure < 5; failure += 1) await logIn(mobile, 'Wrong@2026')
  expect((await logIn(mobile)).status).toBe(429)
  expect((await json(`agents show ${mobile}`)).lockedUntil).not.toBeNull()
  expect((await json('agents list --status locked')).agents).toMatchObject([{ mobile }])

  expect(await json(`agents unlock ${mobile}`)).toMatchObject({ changed: true })

  expect((await logIn(mobile)).response.success).toBe(true)
  expect(await json(`agents unlock ${mobile}`)).toMatchObject({ changed: false })
})

test('[LOG-9] after reset-password the right password asks for an OTP first, until a new one is set', async () => {
  const { mobile, token } = await signedInAgent()
  expect(await json(`agents reset-password ${mobile} --yes`)).toMatchObject({ sessionsEnded: 1 })
  expect((await profile(mobile, token)).status).toBe(401)
  await server.call('checkUser', { username: mobile })
  expect((await logIn(mobile)).response.displayMsg).toBe(signInTexts.otpVerificationFirst)

  const { otpDetails } = await server.call('resetPassword', { username: mobile })
  await server.setPassword(mobile, otpDetails)
  expect(await server.signIn(mobile, freshPassword)).toBeTruthy()
})

describe('roles and privileges', () => {
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

test('one of two sessions is ended, the other goes on', async () => {
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

test('send-otp ends the wait of an agent whom strangers keep from an OTP, and is no use to a disabled or unknown phone', async () => {
  const mobile = newMobile()
  await admin(`agents add ${mobile} --name "New Agent"`)
  for (let send = 0; send < 10; send += 1) {
    await server.call('resetPassword', { username: mobile }, { address: `198.51.100.${send}` })
    await server.lastSms(mobile)
    server.clock.advance(2 * 60_000)
  }
  const check = () => server.call('checkUser', { username: mobile })
  expect((await check()).status).toBe(429)

  const run = await admin(`agents send-otp ${mobile}`)
  expect(run).toMatchObject({ code: 0, out: expect.stringContaining('valid for 5 minutes') })
  await server.sendRequestedOtps()
  const { otpDetails } = await check()
  const text = (await server.lastSms(mobile)) ?? ''
  expect(text).toContain(`Its mark is ${otpDetails.mark}.`)
  expect((await server.setPassword(mobile, otpDetails)).response.success).toBe(true)

  await admin(`agents disable ${mobile} --yes`)
  expect((await admin(`agents send-otp ${mobile}`)).complaint).toContain('is disabled')
  expect((await admin('agents send-otp 9500000999')).complaint).toContain('no agent')
})
