import { consoleBase, consoleCalls } from '@ekyc/contract/console/calls'
import { beforeEach, describe, expect, test } from 'vitest'

import { consoleOfFile, startTestConsole } from '../../testing/test-console.ts'
import { testDay } from '../../testing/fixed/test-day.ts'
import { createTestBrowser, listenForLogOut, startTestProvider } from '../../testing/outside/test-provider.ts'

/** Each test comes from an address of its own, since the tries of one address have a limit. */
let address = ''
let addresses = 0
beforeEach(() => {
  address = `198.51.100.${(addresses += 1)}`
})

const bank = await startTestProvider()
const logOuts = await listenForLogOut()
const settings = { ...bank.settings, rolesClaim: 'roles', acr: [] }
const console = await consoleOfFile({ origin: logOuts.origin, config: { provider: settings } })
// The provider's tokens have the time of this process.
console.server.clock.set(testDay)

describe("the bank's provider", () => {
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

  test('a return ends the cookie of its flow and sets that of the session, each once', async () => {
    const { headers } = await (await signIn('meera')).finish()
    const names = [headers['set-cookie']].flat().map(line => String(line).split('=', 1)[0])
    expect(names).toEqual(['__Host-console-sign-in', '__Host-console'])
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
      expect((await own.finish()).headers.location === '/sign-in?problem=too-many').toBe(people >= 3)
    const proofs = Array.from({ length: 25 }, () => signIn('meera'))
    for (const each of await Promise.all(proofs)) expect((await each.finish()).headers.location).toBe('/')
  })

  /** Calls the console as the provider does after a log-out there. */
  const tell = (token: string, headers: Record<string, string> = {}) =>
    console.app.inject({
      method: 'POST',
      url: consoleBase + consoleCalls.endByProvider.path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    })

  test('a form of another page cannot call the log-out of the provider', async () => {
    expect((await tell('x', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  })

  test('a log-out at the provider ends the session here at once', async () => {
    const { browser, finish } = await signIn('farah')
    const person = console.as(sessionIn((await finish()).headers))
    expect((await person.call('getMe')).status).toBe(200)
    await bank.signOut(browser)
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

  describe('proves who acts', () => {
    const act = 'staff.enable'
    let vikram: Awaited<ReturnType<typeof cameIn>>
    let input: { staff: string }
    beforeEach(async () => {
      vikram = await cameIn('vikram')
      const disabled = await console.addStaff(['viewer'])
      input = { staff: disabled.id }
      await vikram.person.call('doAct', { name: 'staff.disable', input, reason: 'On leave' })
    })

    async function cameIn(who: string) {
      const { finish, browser } = await signIn(who)
      return { who, browser, person: console.as(sessionIn((await finish()).headers)) }
    }

    /** Starts a proof, and returns how a person proves it at the provider in this browser. */
    async function startProof({ person, browser }: typeof vikram, of: { act: string; input: object }) {
      const { answer, headers } = await person.call('startProof', of)
      const { search } = new URL(answer.address, 'http://console')
      const own = `__Host-console-proof=${cookieIn(headers, 'console-proof')}`
      return {
        ...answer,
        proveAs: async (who: string, at = browser) => (await signIn(who, search, at, own)).finish(),
      }
    }

    async function proven(by: typeof vikram, of: { act: string; input: object }): Promise<string> {
      const { proof, proveAs } = await startProof(by, of)
      expect((await proveAs(by.who)).headers.location).toBe('/proven')
      return proof
    }

    const code = async (proof: string, asked: Record<string, unknown> = input, { person } = vikram) =>
      (await person.call('doAct', { name: act, input: asked, proof, reason: 'is back' })).error?.code

    test('in a window of its own, for the same person and browser, and once', async () => {
      const { person } = vikram
      const { proof, address: at, proveAs } = await startProof(vikram, { act, input })
      const elsewhere = await console.app.inject({ url: at, remoteAddress: address })
      expect(elsewhere.headers.location).toBe('/sign-in?problem=proof-over')
      expect((await proveAs('neha', createTestBrowser())).headers.location).toBe('/sign-in?problem=failed')
      expect((await person.call('prove', { proof })).answer.isProven).toBe(false)
      expect(await code(proof)).toBe('proof_needed')

      const answer = await proveAs('vikram')
      expect(answer.headers.location).toBe('/proven')
      expect(sessionIn(answer.headers)).toBe('')
      expect((await person.call('prove', { proof })).answer.isProven).toBe(true)
      expect(await code(proof)).toBeUndefined()
      expect(await code(proof)).toBe('proof_needed')
    })

    test('for one act and input, and for 5 minutes', async () => {
      const proof = await proven(vikram, { act, input })
      expect(await code(proof, { staff: (await console.addStaff(['viewer'])).id })).toBe('proof_needed')
      expect(await code(await proven(vikram, { act: 'agent.erase', input }))).toBe('proof_needed')
      const ofAnother = await proven(await cameIn('arjun'), { act, input })
      expect(await code(ofAnother)).toBe('proof_needed')
      expect(await code(proof)).toBeUndefined()

      const late = await proven(vikram, { act, input })
      console.server.clock.advance(5 * 60_000 + 1)
      expect(await code(late)).toBe('proof_needed')
    })

    test('[A2] and nobody who writes to the database does', async () => {
      const sql = (text: string) => console.sql(text)
      const { proof } = await startProof(vikram, { act, input })
      await sql('update staff_proofs set proven_on = made_on')
      expect(await code(proof)).toBe('proof_needed')

      const ofAnotherAct = await proven(vikram, { act: 'agent.erase', input })
      const contentHash = Buffer.from(proof, 'base64url').subarray(32).toString('hex')
      await sql(`update staff_proofs set content_hash = '\\x${contentHash}'`)
      expect(await code(ofAnotherAct)).toBe('proof_needed')

      const ofAnother = await proven(await cameIn('arjun'), { act, input })
      const { answer: me } = await vikram.person.call('getMe')
      await sql(`update staff_proofs set staff_id = '${me.id}'`)
      expect(await code(ofAnother)).toBe('proof_needed')
    })
  })

  test('that is away leads to a page that says so', async () => {
    const provider = { ...settings, issuer: 'http://127.0.0.1:9' }
    const lonely = await startTestConsole({ server: console.server, config: { provider } })
    const answer = await lonely.app.inject({ url: `${consoleBase}${consoleCalls.startSignIn.path}` })
    expect(answer.headers.location).toBe('/sign-in?problem=provider-away')
    await lonely.close()
  })
})

function cookieIn(headers: Record<string, unknown>, name: string): string {
  const lines = [headers['set-cookie'] ?? []].flat().map(String)
  const [, value = ''] =
    lines.map(line => new RegExp(`^__Host-${name}=([^;]*)`).exec(line)).find(Boolean) ?? []
  return value
}

function sessionIn(headers: Record<string, unknown>): string {
  return cookieIn(headers, 'console')
}
