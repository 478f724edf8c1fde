import { consoleBase, consoleCalls } from '@ekyc/contract/console/calls'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import type { PasskeyRequest } from '@ekyc/contract/shapes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { contentHash } from '../domain/content-hash.ts'
import { operatorAt } from '../testing/operator-at.ts'
import { runSql } from '../testing/run-sql.ts'
import { createSoftAuthenticator } from '../testing/soft-authenticator.ts'
import { startTestConsole, type TestConsole, type TestPerson } from '../testing/test-console.ts'
import { testDay } from '../testing/test-day.ts'
import { createTestBrowser, listenForLogOut, startTestProvider } from '../testing/test-provider.ts'

/** Each test comes from an address of its own, since the tries of one address have a limit. */
let address = ''
let addresses = 0
beforeEach(() => {
  address = `198.51.100.${(addresses += 1)}`
})

const site = { origin: 'https://console.test', rpId: 'console.test' }

describe('without a provider', () => {
  let console: TestConsole
  beforeAll(async () => {
    console = await startTestConsole()
  })
  afterAll(() => console.close())

  const admin = (words: string) =>
    operatorAt({ databaseUrl: console.server.databaseUrl, now: console.server.clock.now })(words)

  async function linkFor(words: string): Promise<string> {
    const run = await admin(words)
    expect(run.complaint).toBe('')
    const [, token = ''] = /https:\/\/console\.test\/enrol#([\w-]{43})\n/.exec(run.out) ?? []
    return token
  }

  async function enrolled(name: string, role: string) {
    const token = await linkFor(`staff add "${name}" --role ${role}`)
    const authenticator = createSoftAuthenticator(site)
    const { answer } = await console.call('startEnrolment', { token }, { address })
    expect(answer.name).toBe(name)
    const credential = await authenticator.make(answer.options)
    const finished = await console.call('finishEnrolment', { token, credential }, { address })
    return { token, credential, authenticator, finished, session: sessionIn(finished.headers) }
  }

  test('a person comes in by a link, and then by the passkey that the link made', async () => {
    const { authenticator, finished, session } = await enrolled('Neha Kulkarni', 'support')
    expect(finished.status).toBe(200)
    expect((await console.as(session).call('getMe')).answer).toMatchObject({
      name: 'Neha Kulkarni',
      roles: ['support'],
    })

    expect((await console.call('getSignIn', {}, { address })).answer).toEqual({ way: 'passkey' })
    const { answer } = await console.call('startPasskeySignIn', {}, { address })
    const credential = await authenticator.sign(answer.options)
    const signedIn = await console.call('finishPasskeySignIn', { credential }, { address })
    expect(signedIn.status).toBe(200)
    expect((await console.as(sessionIn(signedIn.headers)).call('getMe')).answer.name).toBe('Neha Kulkarni')
    const again = await console.call('finishPasskeySignIn', { credential }, { address })
    expect(again.error?.code).toBe('sign_in_failed')
    const refused = { action: 'staff.sign-in', subject: 'by passkey', outcome: 'refused' }
    expect(await console.staffRows()).toContainEqual(expect.objectContaining(refused))
  })

  test('a link is good once, for one person, and for 30 minutes', async () => {
    const { token, credential } = await enrolled('Ravi Menon', 'viewer')
    expect((await console.call('startEnrolment', { token }, { address })).error?.code).toBe('sign_in_failed')
    expect((await console.call('finishEnrolment', { token, credential }, { address })).error?.code).toBe(
      'sign_in_failed',
    )

    const late = await linkFor('staff add "Late One" --role viewer')
    console.server.clock.advance(30 * 60_000 + 1)
    expect((await console.call('startEnrolment', { token: late }, { address })).error?.code).toBe(
      'sign_in_failed',
    )
    const unknown = 'A'.repeat(43)
    expect((await console.call('startEnrolment', { token: unknown }, { address })).error?.code).toBe(
      'sign_in_failed',
    )
  })

  test('a new link takes the place of the passkeys and sessions of before', async () => {
    const { authenticator, session } = await enrolled('Arjun Rao', 'supervisor')
    const token = await linkFor('staff enrol "Arjun Rao"')
    const { answer } = await console.call('startEnrolment', { token }, { address })
    const credential = await createSoftAuthenticator(site).make(answer.options)
    expect((await console.call('finishEnrolment', { token, credential }, { address })).status).toBe(200)
    expect((await console.as(session).call('getMe')).status).toBe(401)
    const started = await console.call('startPasskeySignIn', {}, { address })
    const old = await authenticator.sign(started.answer.options)
    expect((await console.call('finishPasskeySignIn', { credential: old }, { address })).status).toBe(401)
  })

  test.each([
    ['of another site', { origin: 'https://other.test' }],
    ['without user verification', { isUserVerified: false }],
    ['whose counter went back', { signCount: 0 }],
  ])('a passkey %s opens nothing', async (what, mischief) => {
    const { authenticator } = await enrolled(`Somebody ${what}`, 'viewer')
    const { answer } = await console.call('startPasskeySignIn', {}, { address })
    const credential = await authenticator.sign(answer.options, mischief)
    const answered = await console.call('finishPasskeySignIn', { credential }, { address })
    expect(answered.error?.code).toBe('sign_in_failed')
  })

  test('a disabled person comes in no more, and their session ends at the next call', async () => {
    const { authenticator, session } = await enrolled('Leaver', 'viewer')
    await admin('staff disable Leaver --yes')
    expect((await console.as(session).call('getMe')).status).toBe(401)
    const { answer } = await console.call('startPasskeySignIn', {}, { address })
    const credential = await authenticator.sign(answer.options)
    expect((await console.call('finishPasskeySignIn', { credential }, { address })).error?.code).toBe(
      'sign_in_failed',
    )
    await admin('staff enable Leaver')
    const again = await console.call('startPasskeySignIn', {}, { address })
    const better = await authenticator.sign(again.answer.options)
    expect((await console.call('finishPasskeySignIn', { credential: better }, { address })).status).toBe(200)
  })

  describe('a fresh proof', () => {
    const asked = { act: 'passkey.add', input: {} }

    async function provenFor(
      person: Pick<TestPerson, 'call'>,
      authenticator: ReturnType<typeof createSoftAuthenticator>,
    ) {
      const { answer } = await person.call('startProof', asked)
      const credential = await authenticator.sign(asking(answer))
      const { answer: told } = await person.call('prove', { proof: answer.proof, credential })
      return { proof: answer.proof, credential, isProven: told.isProven }
    }

    test('lets a person add a second passkey, once', async () => {
      const { authenticator, session } = await enrolled('Two Keys', 'security')
      const person = console.as(session)
      const { proof, isProven } = await provenFor(person, authenticator)
      expect(isProven).toBe(true)
      const { answer } = await person.call('startPasskey', { proof })
      expect(answer.options.excludeCredentials).toHaveLength(1)
      const second = createSoftAuthenticator(site)
      const credential = await second.make(answer.options)
      expect((await person.call('addPasskey', { credential })).status).toBe(200)
      expect((await person.call('startPasskey', { proof })).error?.code).toBe('proof_needed')
      const started = await console.call('startPasskeySignIn', {}, { address })
      const signed = await second.sign(started.answer.options)
      expect((await console.call('finishPasskeySignIn', { credential: signed }, { address })).status).toBe(
        200,
      )
    })

    test('[A2] that somebody marked in the database, or proved for another act, is none', async () => {
      const { authenticator, session } = await enrolled('Marked', 'security')
      const person = console.as(session)
      const sql = (text: string) => runSql(console.open.runner, text)
      const { answer } = await person.call('startProof', asked)
      await sql('update staff_challenges set proven_on = made_on')
      expect((await person.call('startPasskey', { proof: answer.proof })).error?.code).toBe('proof_needed')

      const { answer: other } = await person.call('startProof', { act: 'staff.add', input: {} })
      const credential = await authenticator.sign(asking(other))
      await person.call('prove', { proof: other.proof, credential })
      const content = contentHash(asked.act, asked.input).toString('hex')
      await sql(`update staff_challenges set content_hash = '\\x${content}'`)
      expect((await person.call('startPasskey', { proof: other.proof })).error?.code).toBe('proof_needed')
    })

    test('counts for its person, act and input, and for 5 minutes', async () => {
      const { authenticator, session } = await enrolled('Prover', 'security')
      const other = await enrolled('Another', 'security')
      const person = console.as(session)
      const ofAnother = await provenFor(console.as(other.session), other.authenticator)
      expect((await person.call('startPasskey', { proof: ofAnother.proof })).error?.code).toBe('proof_needed')

      const { answer: elsewhere } = await person.call('startProof', { act: 'staff.add', input: {} })
      const credential = await authenticator.sign(asking(elsewhere))
      await person.call('prove', { proof: elsewhere.proof, credential })
      const wrongAct = await person.call('startPasskey', { proof: elsewhere.proof })
      expect(wrongAct.error?.code).toBe('proof_needed')

      const unproven = await person.call('startProof', asked)
      const without = await person.call('startPasskey', { proof: unproven.answer.proof })
      expect(without.error?.code).toBe('proof_needed')
      const wrongKey = await other.authenticator.sign(asking(unproven.answer))
      const tried = await person.call('prove', { proof: unproven.answer.proof, credential: wrongKey })
      expect(tried.answer.isProven).toBe(false)

      const { proof } = await provenFor(person, authenticator)
      console.server.clock.advance(5 * 60_000 + 1)
      expect((await person.call('startPasskey', { proof })).error?.code).toBe('proof_needed')
    })

    test('lets a second person be found, who then approves a third by a link', async () => {
      const first = await enrolled('Maker One', 'security')
      const second = await enrolled('Voter Two', 'supervisor')
      const [maker, voter] = [console.as(first.session), console.as(second.session)]
      const prove = async (
        who: Pick<TestPerson, 'call'>,
        by: ReturnType<typeof createSoftAuthenticator>,
        act: string,
        input: object,
      ) => {
        const { answer } = await who.call('startProof', { act, input })
        const credential = await by.sign(asking(answer))
        await who.call('prove', { proof: answer.proof, credential })
        return answer.proof
      }
      const input = { name: 'Third Person', roles: ['viewer'] }
      const proof = await prove(maker, first.authenticator, 'staff.add', input)
      const made = await maker.call('doAct', { name: 'staff.add', input, proof, reason: 'joins today' })
      const number = 'proposal' in made.answer ? made.answer.proposal : 0
      const { contentHash: shown } = (await voter.call('getProposal', { number })).answer
      const vote = { number, vote: 'approve' as const, contentHash: shown }
      const votersProof = await prove(voter, second.authenticator, 'proposal.vote', vote)
      const voted = await voter.call('vote', { ...vote, proof: votersProof })
      expect(voted.answer).toMatchObject({ state: 'applied' })

      const people = (await maker.call('listStaff', {})).answer.rows
      const staffId = people.find(({ name }) => name === 'Third Person')?.id ?? ''
      expect((await voter.call('issueLink', { staff: staffId })).error?.code).toBe('not_permitted')
      const { token } = (await maker.call('issueLink', { staff: staffId })).answer
      expect((await maker.call('issueLink', { staff: staffId })).error?.code).toBe('refused')
      const started = await console.call('startEnrolment', { token }, { address })
      expect(started.answer.name).toBe('Third Person')
    })

    test('is of exactly the input that an act then gets', async () => {
      const { authenticator, session } = await enrolled('Careful', 'security')
      const person = console.as(session)
      const input = { name: 'Asha Rao', roles: ['viewer'] }
      const { answer } = await person.call('startProof', { act: 'staff.add', input })
      const credential = await authenticator.sign(asking(answer))
      await person.call('prove', { proof: answer.proof, credential })
      const { proof } = answer
      const changed = { ...input, roles: ['security'] }
      const other = await person.call('doAct', { name: 'staff.add', input: changed, proof })
      expect(other.error?.code).toBe('proof_needed')
      const reason = 'joins the branch in Pune'
      const same = await person.call('doAct', { name: 'staff.add', input, proof, reason })
      expect(same.error).toBeUndefined()
      expect(same.answer).toEqual({ proposal: expect.any(Number) })
      const again = await person.call('doAct', { name: 'staff.add', input, proof, reason })
      expect(again.error?.code).toBe('proof_needed')
    })
  })
})

describe("with the bank's provider", () => {
  let console: TestConsole
  let bank: Awaited<ReturnType<typeof startTestProvider>>
  let logOuts: Awaited<ReturnType<typeof listenForLogOut>>
  beforeAll(async () => {
    bank = await startTestProvider()
    logOuts = await listenForLogOut()
    const provider = { ...bank.settings, rolesClaim: 'roles', acr: [] }
    console = await startTestConsole({ origin: logOuts.origin, config: { provider } })
    // The provider makes its keys at its first answer, which takes as long as the machine needs.
    await fetch(`${bank.settings.issuer}/.well-known/openid-configuration`)
    // The provider's tokens have the time of this process.
    console.server.clock.set(testDay)
  })
  afterAll(async () => {
    await console.close()
    await logOuts.close()
    bank.close()
  })

  async function signIn(who: string, query = '', browser = createTestBrowser(), ofProof = '') {
    const at = (path: string, cookie = '') =>
      console.app.inject({
        method: 'GET',
        url: path,
        remoteAddress: address,
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
      })
    const start = await at(`${consoleBase}${consoleCalls.startSignIn.path}${query}`, ofProof)
    expect(start.statusCode).toBe(303)
    const flow = cookieIn(start.headers, 'console-sign-in')
    const back = await browser.signInAt(String(start.headers.location), who, logOuts.redirectUri)
    const finish = (cookie = `__Host-console-sign-in=${flow}`) =>
      console.app.inject({
        method: 'GET',
        url: back.pathname + back.search,
        remoteAddress: address,
        headers: { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' },
      })
    return { browser, back, finish }
  }

  test.each([
    ['meera', 'Meera Iyer', 'viewer'],
    ['neha', 'Neha Kulkarni', 'support'],
    ['arjun', 'Arjun Rao', 'supervisor'],
    ['farah', 'Farah Siddiqui', 'auditor'],
    ['vikram', 'Vikram Shetty', 'security'],
  ])('%s signs in by one click, to the page that was asked for', async (who, name, role) => {
    const { finish } = await signIn(who, '?to=/agents%3Fbranch%3DPune')
    const answer = await finish()
    expect(answer.headers.location).toBe('/agents?branch=Pune')
    const me = await console.as(sessionIn(answer.headers)).call('getMe')
    expect(me.answer).toMatchObject({ name, roles: [role] })
  })

  test('a person without a role gets a page, no session and no account', async () => {
    const answer = await (await signIn('ravi')).finish()
    expect(answer.headers.location).toBe('/sign-in?problem=no-role')
    expect(sessionIn(answer.headers)).toBe('')
    const refused = { subject: 'by provider, without a role', outcome: 'refused' }
    expect(await console.staffRows()).toContainEqual(expect.objectContaining(refused))
  })

  test.each(['https://evil.example', '//evil.example', '/\\evil.example'])(
    'a return never leads to %s',
    async to => {
      const { finish } = await signIn('meera', `?to=${encodeURIComponent(to)}`)
      expect((await finish()).headers.location).toBe('/')
    },
  )

  test('a return without the cookie of its start, or a second time, opens nothing', async () => {
    const first = await signIn('meera')
    expect((await first.finish('')).headers.location).toBe('/sign-in?problem=failed')
    const second = await signIn('meera')
    expect((await second.finish()).headers.location).toBe('/')
    const again = await second.finish()
    expect(again.headers.location).toBe('/sign-in?problem=failed')
    expect(sessionIn(again.headers)).toBe('')
  })

  test("images and returns of other pages take no place of the office's people", async () => {
    const own = await signIn('meera')
    const returned = (headers: Record<string, string>) =>
      console.app.inject({
        url: `${own.back.pathname}?code=x&state=y`,
        remoteAddress: address,
        headers: { 'sec-fetch-site': 'cross-site', ...headers },
      })
    for (let times = 0; times < 30; times += 1) {
      expect((await returned({ 'sec-fetch-dest': 'image' })).statusCode).toBe(403)
      const page = await returned({ 'sec-fetch-dest': 'document' })
      expect(page.headers).toMatchObject({ location: '/sign-in?problem=failed' })
      expect(page.headers).not.toHaveProperty('set-cookie')
    }
    for (let people = 0; people < 25; people += 1)
      expect((await own.finish()).statusCode).toBe(people < 3 ? 303 : 429)
    const proofs = Array.from({ length: 25 }, () => signIn('meera'))
    for (const each of await Promise.all(proofs)) expect((await each.finish()).headers.location).toBe('/')
  })

  test('a form of another page cannot call the log-out of the provider', async () => {
    const answer = await console.app.inject({
      method: 'POST',
      url: consoleBase + consoleCalls.endByProvider.path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      payload: 'logout_token=x',
    })
    expect(answer.statusCode).toBe(403)
  })

  test('a session of an account from before the provider is void', async () => {
    const person = await console.signIn('supervisor')
    expect((await person.call('getMe')).status).toBe(401)
  })

  test('a log-out at the provider ends the session here at once', async () => {
    const { browser, finish } = await signIn('farah')
    const person = console.as(sessionIn((await finish()).headers))
    expect((await person.call('getMe')).status).toBe(200)
    await bank.signOut(browser)
    const tell = (token: string) =>
      console.app.inject({
        method: 'POST',
        url: consoleBase + consoleCalls.endByProvider.path,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ logout_token: token }).toString(),
      })
    expect((await tell('no.token.here')).statusCode).toBe(422)
    expect((await person.call('getMe')).status).toBe(200)
    const token = await logOuts.token
    expect((await tell(token)).statusCode).toBe(200)
    expect((await person.call('getMe')).status).toBe(401)
    const ended = { subject: expect.stringMatching(/^\d sessions, by the provider$/), outcome: 'done' }
    expect(await console.staffRows()).toContainEqual(expect.objectContaining(ended))

    // The same token again ends no session that began after the log-out (A26).
    console.server.clock.advance(60_000)
    const later = console.as(sessionIn((await (await signIn('farah')).finish()).headers))
    expect((await tell(token)).statusCode).toBe(200)
    expect((await later.call('getMe')).status).toBe(200)
  })

  test('the provider proves who acts, in a window of its own, only for the same person', async () => {
    const { finish, browser } = await signIn('vikram')
    const person = console.as(sessionIn((await finish()).headers))
    const input = { staff: 'nobody' }
    const { answer, headers } = await person.call('startProof', { act: 'staff.enrol', input })
    const own = `__Host-console-proof=${cookieIn(headers, 'console-proof')}`
    expect(answer.options).toBeUndefined()
    const query = new URL(answer.address ?? '', 'http://console').search
    const elsewhere = await console.app.inject({ url: answer.address ?? '', remoteAddress: address })
    expect(elsewhere.headers.location).toBe('/sign-in?problem=proof-over')
    const other = await signIn('neha', query, createTestBrowser(), own)
    expect((await other.finish()).headers.location).toBe('/sign-in?problem=failed')
    expect((await person.call('prove', { proof: answer.proof })).answer.isProven).toBe(false)

    const same = await signIn('vikram', query, browser, own)
    const proven = await same.finish()
    expect(proven.headers.location).toBe('/proven')
    expect(sessionIn(proven.headers)).toBe('')
    expect((await person.call('prove', { proof: answer.proof })).answer.isProven).toBe(true)
    // This act is refused because the provider gives people and roles. The refused act has used the proof up.
    const act = await person.call('doAct', {
      name: 'staff.enrol',
      input,
      proof: answer.proof,
      reason: 'lost',
    })
    expect(act.error?.message).toBe("The bank's identity provider gives people and roles.")
    const again = await person.call('doAct', { name: 'staff.enrol', input, proof: answer.proof })
    expect(again.error?.code).toBe('proof_needed')
  })

  test('people and roles come from there, and passkeys are no way in', async () => {
    const run = await operatorAt({
      databaseUrl: console.server.databaseUrl,
      now: console.server.clock.now,
      hasProvider: true,
    })('staff add "Neha Kulkarni" --role support')
    expect(run.complaint).toBe("The bank's identity provider gives people and roles.\n")
    expect((await console.call('startPasskeySignIn', {}, { address })).status).toBe(404)
    expect((await console.call('getSignIn', {}, { address })).answer).toEqual({ way: 'provider' })
  })

  test('that is away leads to a page that says so', async () => {
    const provider = { ...bank.settings, issuer: 'http://127.0.0.1:9', rolesClaim: 'roles', acr: [] }
    const lonely = await startTestConsole({ server: console.server, config: { provider } })
    const answer = await lonely.app.inject({ url: `${consoleBase}${consoleCalls.startSignIn.path}` })
    expect(answer.headers.location).toBe('/sign-in?problem=provider-away')
    await lonely.close()
  })
})

function asking({ options }: AnswerOf<'startProof'>): PasskeyRequest {
  if (!options) throw new Error('no passkey is asked for')
  return options
}

function cookieIn(headers: Record<string, unknown>, name: string): string {
  const lines = [headers['set-cookie'] ?? []].flat().map(String)
  const [, value = ''] =
    lines.map(line => new RegExp(`^__Host-${name}=([^;]*)`).exec(line)).find(Boolean) ?? []
  return value
}

function sessionIn(headers: Record<string, unknown>): string {
  return cookieIn(headers, 'console')
}
