import { expect, test } from 'vitest'

import { createProofKey } from '../../../testing/outside/proof-key.ts'
import { refusal } from '../../../testing/refusal.ts'
import {
  createSoftAuthenticator,
  type Authenticator,
  type Mischief,
} from '../../../testing/outside/soft-authenticator.ts'
import {
  addPasskey,
  logInByPasskey,
  passkeyOtp,
  portalOrigin,
  site,
  startPasskey,
  startPasskeyLogIn,
} from '../../../testing/passkeys.ts'
import {
  cookieOf,
  otherThan,
  serverOfFile,
  serverOfTest,
  type TestAnswer,
} from '../../../testing/test-server.ts'
import { defaultPolicy } from '../policy.ts'

const server = await serverOfFile({ portalOrigin })

const { signedInAgent } = server

type SignedIn = { mobile: string; token: string }

/** The limits allow another OTP after 13 minutes. */
const waitForOtp = () => server.clock.advance(13 * 60_000)

function add(agent: SignedIn, authenticator: Authenticator, mischief: Mischief = {}) {
  waitForOtp()
  return addPasskey(server, agent, authenticator, { mischief })
}

function startAdding(agent: SignedIn) {
  waitForOtp()
  return startPasskey(server, agent)
}

async function agentWithPasskey() {
  const agent = await signedInAgent()
  const authenticator = createSoftAuthenticator(site)
  await add(agent, authenticator)
  return { agent, authenticator }
}

const startLogIn = (mobile: string, from = server) => startPasskeyLogIn(from, mobile)

const logIn = (mobile: string, authenticator: Authenticator, mischief: Mischief = {}) =>
  logInByPasskey(server, mobile, authenticator, { mischief })

const outcomeOf = ({ status, response }: TestAnswer) => [status, response]

async function auditOf(agentId: string): Promise<string[]> {
  const rows = await server.auditRows({ agentId })
  return rows.map(({ action, subject, outcome }) => `${action} ${subject} ${outcome}`)
}

const notAccepted = [200, refusal('passkey_not_accepted')]

test('a passkey is added after an OTP, and logs in', async () => {
  const agent = await signedInAgent()
  const authenticator = createSoftAuthenticator(site)
  expect((await add(agent, authenticator)).response.success).toBe(true)
  const answer = await logIn(agent.mobile, authenticator)
  expect(answer).toMatchObject({ status: 200, response: { success: true }, otpRequired: false })
  const profile = await server.call('getProfile', { username: agent.mobile }, { token: answer['token'] })
  expect(profile.status).toBe(200)
  expect((await auditOf(agent.id)).slice(-2)).toEqual([
    'passkey.add passkey done',
    'session.open passkey done',
  ])
})

test('a counter that goes back or stands still is refused and audited', async () => {
  const agent = await signedInAgent()
  const authenticator = createSoftAuthenticator(site)
  await add(agent, authenticator, { signCount: 5 })
  expect((await logIn(agent.mobile, authenticator, { signCount: 9 })).response.success).toBe(true)
  for (const [earlier, signCount] of [9, 3, 0].entries()) {
    expect(outcomeOf(await logIn(agent.mobile, authenticator, { signCount }))).toEqual(notAccepted)
    const refused = 'session.open passkey whose counter went back refused'
    expect((await auditOf(agent.id)).filter(row => row === refused)).toHaveLength(earlier + 1)
  }
  expect((await logIn(agent.mobile, authenticator, { signCount: 10 })).response.success).toBe(true)
})

test.each<[string, Mischief]>([
  ['of another site', { rpId: 'evil.example' }],
  ['for another page', { origin: 'https://evil.example' }],
  ['without verification of the user', { isUserVerified: false }],
])('a passkey %s is neither added nor accepted', async (_what, mischief) => {
  const agent = await signedInAgent()
  expect((await add(agent, createSoftAuthenticator(site), mischief)).response).toEqual(
    refusal('passkey_not_added'),
  )
  expect((await auditOf(agent.id)).at(-1)).toBe('passkey.add passkey refused')
  const good = createSoftAuthenticator(site)
  await add(agent, good)
  expect(outcomeOf(await logIn(agent.mobile, good, mischief))).toEqual(notAccepted)
})

test('[rule 12] a known device logs in by passkey at an address whose failures strangers have used up; others wait', async () => {
  const { agent, authenticator } = await agentWithPasskey()
  const known = await logIn(agent.mobile, authenticator)
  const cookie = cookieOf(known)
  const address = '203.0.113.20'
  await server.sql(
    `insert into address_marks
     select $1, 'failure', n::text, $2::timestamptz from generate_series(1, $3::integer) n`,
    [address, server.clock.now().toISOString(), defaultPolicy.failuresPerAddress],
  )
  const logInThere = async (headers: Record<string, string>) => {
    const { options } = await startLogIn(agent.mobile)
    const credential = await authenticator.sign(options)
    return server.call('loginByPasskey', { username: agent.mobile, credential }, { address, headers })
  }

  expect((await logInThere({})).status).toBe(429)
  expect((await logInThere({ cookie })).response.success).toBe(true)
})

test('[rule 12] a known device has as many failed log-ins by passkey as an address has', async () => {
  const policy = { ...defaultPolicy, failuresPerAddress: 3 }
  const strict = await serverOfTest({ databaseUrl: server.databaseUrl, portalOrigin, policy })
  const { mobile } = await server.newAgent()
  const headers = { cookie: cookieOf(await strict.checkAndLogIn(mobile)) }
  const stranger = createSoftAuthenticator(site)
  const tryFrom = async (address: string) => {
    const { options } = await startLogIn(mobile, strict)
    const credential = await stranger.sign(options)
    return strict.call('loginByPasskey', { username: mobile, credential }, { address, headers })
  }
  for (let tries = 0; tries < 3; tries += 1) expect((await tryFrom(`203.0.113.${tries}`)).status).toBe(200)
  expect((await tryFrom('203.0.113.9')).status).toBe(429)
})

test('[K1] a passkey is started by the right OTP once; wrong ones tell the tries left, and are audited', async () => {
  const agent = await signedInAgent()
  const otpDetails = await passkeyOtp(server, agent)
  const start = (otp: string) =>
    server.call(
      'startPasskey',
      { username: agent.mobile, otpDetails: { ...otpDetails, otp } },
      { token: agent.token },
    )
  expect(await start(otherThan(otpDetails.otp))).toMatchObject({
    response: refusal('wrong_otp'),
    otpDetails: { triesLeft: 4 },
  })
  expect((await start(otpDetails.otp)).response.success).toBe(true)
  expect((await start(otpDetails.otp)).response).toEqual(refusal('otp_spent'))
  expect(await auditOf(agent.id)).toEqual(
    expect.arrayContaining(['password.send-otp passkey done', 'password.check-otp passkey wrong']),
  )
})

test('the options of a log-in are alike for phones with a passkey, without one and without an agent', async () => {
  const [withPasskey, without] = [await signedInAgent(), await signedInAgent()]
  await add(withPasskey, createSoftAuthenticator(site))
  const answers = await Promise.all(
    [withPasskey.mobile, without.mobile, '9359999999'].map(mobile => startLogIn(mobile)),
  )
  for (const { status, response, options } of answers)
    expect({ status, response, options }).toEqual({
      status: 200,
      response: { success: true, displayMsg: 'Success' },
      options: {
        rpId: site.rpId,
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        timeout: 300_000,
        userVerification: 'required',
      },
    })
})

test.each([
  ['moved to another agent', 'agent_id = $2'],
  ['without its MAC', 'mac = null'],
  ['with another public key', 'public_key = public_key || public_key'],
])('[A1] a passkey that somebody wrote into the database, %s, opens nothing', async (_what, change) => {
  const [own, other] = [await signedInAgent(), await signedInAgent()]
  const authenticator = createSoftAuthenticator(site)
  await add(own, authenticator)
  expect((await logIn(own.mobile, authenticator)).response.success).toBe(true)
  await server.sql(`update passkeys set ${change} where agent_id = $1 and $2::uuid is not null`, [
    own.id,
    other.id,
  ])
  const victim = change.startsWith('agent_id') ? other : own
  expect(outcomeOf(await logIn(victim.mobile, authenticator))).toEqual(notAccepted)
  expect((await auditOf(victim.id)).at(-1)).toBe('session.open passkey that no server wrote refused')
})

test('the passkey of another agent, of nobody, and one that signed an unknown challenge are refused alike', async () => {
  const [agent, other] = [await signedInAgent(), await signedInAgent()]
  const [own, foreign] = [createSoftAuthenticator(site), createSoftAuthenticator(site)]
  await add(agent, own)
  await add(other, foreign)
  const madeUp = await own.sign({
    challenge: 'A'.repeat(43),
    rpId: '',
    timeout: 1,
    userVerification: 'required',
  })
  const answers = [
    await logIn(agent.mobile, foreign),
    await logIn(agent.mobile, createSoftAuthenticator(site)),
    await logIn('9359999998', own),
    await server.call('loginByPasskey', { username: agent.mobile, credential: madeUp }),
  ]
  for (const answer of answers) expect(outcomeOf(answer)).toEqual(notAccepted)
})

test('a challenge is good once, for its phone, for five minutes, and for a log-in alone', async () => {
  const [agent, other] = [await signedInAgent(), await signedInAgent()]
  const authenticator = createSoftAuthenticator(site)
  await add(agent, authenticator)
  const send = async (credential: object) =>
    (await server.call('loginByPasskey', { username: agent.mobile, credential })).response.success

  const { options } = await startLogIn(agent.mobile)
  expect(await send(await authenticator.sign(options))).toBe(true)
  expect(await send(await authenticator.sign(options))).toBe(false)

  const late = (await startLogIn(agent.mobile))['options']
  server.clock.advance(defaultPolicy.passkeyChallengeMinutes * 60_000)
  expect(await send(await authenticator.sign(late))).toBe(false)

  const ofOther = (await startLogIn(other.mobile))['options']
  expect(await send(await authenticator.sign(ofOther))).toBe(false)

  const ofAdding = (await startAdding({ ...agent, token: await server.signIn(agent.mobile) }))['options']
  expect(await send(await authenticator.sign({ ...late, challenge: ofAdding.challenge }))).toBe(false)
})

test.each([
  ['from whom the bank demands a reset is told so', 'reset_demanded = true', refusal('account_needs_otp')],
  ['who is disabled is refused like an unknown one', 'disabled_on = now()', refusal('passkey_not_accepted')],
])('an agent with a passkey %s, and a stranger is told nothing of it', async (_what, change, told) => {
  const { agent, authenticator } = await agentWithPasskey()
  await server.sql(`update agents set ${change} where id = $1`, [agent.id])
  expect(outcomeOf(await logIn(agent.mobile, authenticator))).toEqual([200, told])
  expect(outcomeOf(await logIn(agent.mobile, createSoftAuthenticator(site)))).toEqual(notAccepted)
})

test('the sixth passkey of an agent removes the oldest', async () => {
  const agent = await signedInAgent()
  const authenticators = Array.from({ length: 6 }, () => createSoftAuthenticator(site))
  for (const authenticator of authenticators) {
    await add(agent, authenticator)
    server.clock.advance(1_000)
  }
  const successes = []
  for (const authenticator of authenticators)
    successes.push((await logIn(agent.mobile, authenticator)).response.success)
  expect(successes).toEqual([false, true, true, true, true, true])
})

test('a log-in by passkey with a proof opens a session that is bound to its key', async () => {
  const { agent, authenticator } = await agentWithPasskey()
  const { options } = await startLogIn(agent.mobile)
  const at = server.clock.now()
  const key = createProofKey()
  const dpop = key.prove({ url: `${portalOrigin}/api/v1/dbs/user/login/passkey`, at })
  const fields = { username: agent.mobile, credential: await authenticator.sign(options) }
  const { token } = await server.call('loginByPasskey', fields, { headers: { dpop } })
  expect((await server.call('getProfile', { username: agent.mobile }, { token })).status).toBe(401)
})

test('without PORTAL_ORIGIN passkeys work at localhost, and at no other Host', async () => {
  const local = await serverOfTest({ databaseUrl: server.databaseUrl })
  const agent = await signedInAgent()
  await local.call('checkUser', { username: agent.mobile })
  const at = (host: string) =>
    local.call('startPasskeyLogin', { username: agent.mobile }, { headers: { host } })
  expect(await at('localhost:8080')).toMatchObject({ options: { rpId: 'localhost' } })
  for (const host of ['127.0.0.1:8080', 'evil.example', 'localhost.evil.example'])
    expect(await at(host)).toMatchObject({ response: refusal('passkeys_not_offered') })
})

const prove = async (agent: SignedIn, authenticator: Authenticator, mischief: Mischief = {}) => {
  const { options } = await server.call(
    'startPasskeyProof',
    { username: agent.mobile },
    { token: agent.token },
  )
  return authenticator.sign(options, mischief)
}

const startWith = (agent: SignedIn, fields: object) =>
  server.call('startPasskey', { username: agent.mobile, ...fields }, { token: agent.token })

test('[K1] a passkey of the account serves in the place of an OTP, once; another one does not', async () => {
  const agent = await signedInAgent()
  const [first, next] = [createSoftAuthenticator(site), createSoftAuthenticator(site)]
  await add(agent, first)
  const credential = await prove(agent, first)
  const { options } = await startWith(agent, { credential })
  expect(options.excludeCredentials).toHaveLength(1)
  const made = { username: agent.mobile, credential: await next.make(options) }
  expect((await server.call('addPasskey', made, { token: agent.token })).response.success).toBe(true)

  const refused = refusal('passkey_not_accepted')
  expect((await startWith(agent, { credential })).response).toEqual(refused)
  const foreign = await prove(agent, createSoftAuthenticator(site))
  expect((await startWith(agent, { credential: foreign })).response).toEqual(refused)
  const copied = await prove(agent, first, { signCount: 1 })
  expect((await startWith(agent, { credential: copied })).response).toEqual(refused)
  expect(await auditOf(agent.id)).toContain('passkey.prove passkey refused')
  const neither = {}
  const both = { credential, otpDetails: { otpRefId: 'x'.repeat(22), otp: '123456' } }
  for (const fields of [neither, both]) expect((await startWith(agent, fields)).status).toBe(400)
})

test('[K1] what a log-in signs adds no passkey, and what proves one logs nobody in', async () => {
  const { agent, authenticator } = await agentWithPasskey()
  const ofLogIn = await authenticator.sign((await startLogIn(agent.mobile))['options'])
  expect((await startWith(agent, { credential: ofLogIn })).response).toEqual(refusal('passkey_not_accepted'))
  const ofProof = await prove(agent, authenticator)
  expect(
    outcomeOf(await server.call('loginByPasskey', { username: agent.mobile, credential: ofProof })),
  ).toEqual(notAccepted)
})

test('[K1] an OTP of a change adds no passkey, and one of a passkey sets no password', async () => {
  const agent = await signedInAgent()
  const { mobile, token } = agent
  const { otpDetails } = await server.call('resetPassword', { username: mobile }, { token })
  const ofChange = { ...otpDetails, otp: await server.lastOtp(mobile) }
  expect((await startWith(agent, { otpDetails: ofChange })).response).toEqual(refusal('wrong_otp'))
  const ofPasskey = await passkeyOtp(server, agent)
  expect((await server.setPassword(mobile, ofPasskey, { token })).response).toEqual(refusal('wrong_otp'))
  expect((await startWith(agent, { otpDetails: ofPasskey })).response.success).toBe(true)
})

test('[K1] a spent answer of a passkey with the fields of an OTP for a change adds no passkey', async () => {
  const agent = await signedInAgent()
  const { mobile, token } = agent
  const authenticator = createSoftAuthenticator(site)
  await add(agent, authenticator)
  const credential = await prove(agent, authenticator)
  await startWith(agent, { credential })
  const { otpDetails } = await server.call('resetPassword', { username: mobile }, { token })
  const ofChange = { refId: otpDetails.otpRefId, code: await server.lastOtp(mobile), purposes: ['change'] }
  const answer = await startWith(agent, { credential: { ...credential, ...ofChange } })
  expect(answer.response).toEqual(refusal('passkey_not_accepted'))
})

test('an agent sees the own passkeys with name, day and last use, and removes one', async () => {
  const { agent, authenticator } = await agentWithPasskey()
  const listed = async () =>
    (await server.call('getSecurity', { username: agent.mobile }, { token: agent.token }))['passkeys']
  const [made] = await listed()
  expect(made).toMatchObject({ name: 'Chrome on Windows', createdOn: server.clock.now().toISOString() })
  expect(made.lastUsedOn).toBeNull()
  await logIn(agent.mobile, authenticator)
  expect(await listed()).toMatchObject([{ id: made.id, lastUsedOn: server.clock.now().toISOString() }])

  const other = await signedInAgent()
  const remove = ({ mobile, token }: SignedIn) =>
    server.call('removePasskey', { username: mobile, id: made.id }, { token })
  expect((await remove(other)).response.success).toBe(true)
  expect(await listed()).toHaveLength(1)
  expect((await remove(agent)).response.success).toBe(true)
  expect(await listed()).toEqual([])
  expect(outcomeOf(await logIn(agent.mobile, authenticator))).toEqual(notAccepted)
  const removals = [agent, other].map(async ({ id }) =>
    (await auditOf(id)).filter(row => row.startsWith('passkey.remove')),
  )
  expect(await Promise.all(removals)).toEqual([['passkey.remove passkey done'], []])
})

test('[K15] a credential belongs to one account: of two agents who add it at once one is refused, and the next as well', async () => {
  const agents = [await signedInAgent(), await signedInAgent(), await signedInAgent()]
  const authenticator = createSoftAuthenticator(site)
  const adding = []
  for (const agent of agents) {
    const credential = await authenticator.make((await startAdding(agent))['options'])
    adding.push(() =>
      server.call('addPasskey', { username: agent.mobile, credential }, { token: agent.token }),
    )
  }
  const [last, ...atOnce] = adding
  const both = await Promise.all(atOnce.map(addIt => addIt()))
  expect(both.filter(({ response }) => response.success)).toHaveLength(1)
  expect((await last?.())?.response).toEqual(refusal('passkey_not_added'))
})

test('[K13] a stranger at the same address voids no log-in by passkey, however often', async () => {
  const { agent, authenticator } = await agentWithPasskey()
  const { options } = await startLogIn(agent.mobile)
  server.clock.advance(1)
  const most = defaultPolicy.passkeyChallengesPerRequester
  for (let tries = 1; tries < most; tries += 1) await startLogIn(agent.mobile)
  const credential = await authenticator.sign(options)
  const answer = await server.call('loginByPasskey', { username: agent.mobile, credential })
  expect(answer.response.success).toBe(true)
  for (let tries = 0; tries < 3; tries += 1) await startLogIn(agent.mobile)
  const rows = await server.sql('select from passkey_challenges where mobile = $1', [agent.mobile])
  expect(rows).toHaveLength(most)
})

test('[K13] a known device has challenges of its own, which no stranger at the same address pushes out', async () => {
  const { agent, authenticator } = await agentWithPasskey()
  const known = await logIn(agent.mobile, authenticator)
  const headers = { cookie: cookieOf(known) }
  await server.call('checkUser', { username: agent.mobile })
  const { options } = await server.call('startPasskeyLogin', { username: agent.mobile }, { headers })
  server.clock.advance(1)
  for (let tries = 0; tries <= defaultPolicy.passkeyChallengesPerRequester; tries += 1)
    await startLogIn(agent.mobile)
  const credential = await authenticator.sign(options)
  const answer = await server.call('loginByPasskey', { username: agent.mobile, credential }, { headers })
  expect(answer.response.success).toBe(true)
})
