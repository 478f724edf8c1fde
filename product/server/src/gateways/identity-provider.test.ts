import { describe, expect, test } from 'vitest'

import { NotProven } from '../domain/ports.ts'
import { testDay } from '../../testing/fixed/test-day.ts'
import { createTestBrowser, listenForLogOut, startTestProvider } from '../../testing/outside/test-provider.ts'
import { createIdentityProvider } from './identity-provider.ts'

const redirectUri = 'http://localhost:8070/api/console/v1/sign-in/oidc/return'
const flow = { state: 'a state', nonce: 'a nonce', codeVerifier: 'v'.repeat(43) }

const bank = await startTestProvider()
const console = await listenForLogOut()

function gateway(
  changes: Partial<Parameters<typeof createIdentityProvider>[0]> = {},
  now: () => Date = () => testDay,
) {
  const usual = { ...bank.settings, redirectUri: () => redirectUri, rolesClaim: 'roles', acr: [] }
  return createIdentityProvider({ ...usual, ...changes }, { now })
}

async function returned(person: string, again = false, browser = createTestBrowser()) {
  const address = await gateway().addressFor(flow, again)
  const { searchParams } = await browser.signInAt(address, person, redirectUri)
  return Object.fromEntries(searchParams)
}

describe('the provider of the bank', () => {
  test('names a person by issuer and subject, with name, groups and session', async () => {
    const person = await gateway().personFrom(await returned('arjun'), flow, undefined)
    expect(person).toEqual({
      issuer: bank.settings.issuer,
      subject: 'arjun',
      name: 'Arjun Rao',
      groups: ['supervisor'],
      session: expect.any(String),
    })
    expect(bank.faults).toEqual([])
  })

  test('is asked with PKCE, state and nonce, and for the one address', async () => {
    const { searchParams } = await gateway().addressFor(flow, true)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      state: flow.state,
      nonce: flow.nonce,
      redirect_uri: redirectUri,
      max_age: '0',
      prompt: 'login',
    })
  })

  test.each([
    ['another state', { ...flow, state: 'another' }],
    ['another nonce', { ...flow, nonce: 'another' }],
    ['another verifier', { ...flow, codeVerifier: 'w'.repeat(43) }],
  ])('proves nobody with %s', async (_what, other) => {
    await expect(gateway().personFrom(await returned('neha'), other, undefined)).rejects.toThrow(NotProven)
  })

  test('proves nobody with another issuer in the answer, a code that was used, or a refusal', async () => {
    const good = await returned('neha')
    await expect(
      gateway().personFrom({ ...good, iss: 'https://other.example' }, flow, undefined),
    ).rejects.toThrow(NotProven)
    await gateway().personFrom(good, flow, undefined)
    await expect(gateway().personFrom(good, flow, undefined)).rejects.toThrow(NotProven)
    const refusal = { state: flow.state, iss: bank.settings.issuer, error: 'access_denied' }
    await expect(gateway().personFrom(refusal, flow, undefined)).rejects.toThrow(NotProven)
  })

  test('proves nobody without the authentication class that the bank demands', async () => {
    const demanding = gateway({ acr: ['urn:two-factors'] })
    await expect(demanding.personFrom(await returned('neha'), flow, undefined)).rejects.toThrow('OIDC_ACR')
  })

  test('proves again only after asking the person again', async () => {
    const browser = createTestBrowser()
    await returned('neha', false, browser)
    const late = new Date(testDay.getTime() + 60_000)
    const again = await returned('neha', true, browser)
    const since = new Date(testDay.getTime() - 1_000)
    expect(await gateway().personFrom(again, flow, since)).toMatchObject({ subject: 'neha' })
    const old = gateway({}, () => late)
    await expect(old.personFrom(await returned('neha', false, browser), flow, late)).rejects.toThrow(
      NotProven,
    )
  })

  test('that is away, or knows another secret, proves nobody and names no secret', async () => {
    const away = gateway({ issuer: 'http://127.0.0.1:9' })
    await expect(away.addressFor(flow, false)).rejects.toThrow(NotProven)
    const stranger = gateway({ clientSecret: 'wrong' })
    const attempt = stranger.personFrom(await returned('neha'), flow, undefined)
    await expect(attempt).rejects.toThrow(/^(?!.*wrong)/)
  })

  test('ends sessions by a token that it signed for this console, and by no other', async () => {
    const browser = createTestBrowser()
    const there = { redirectUri: () => console.redirectUri }
    const own = gateway(there)
    const back = await browser.signInAt(await own.addressFor(flow, false), 'farah', console.redirectUri)
    const person = await own.personFrom(Object.fromEntries(back.searchParams), flow, undefined)
    await bank.signOut(browser)
    const token = await console.token

    expect(await own.loggedOut(token)).toEqual({
      issuer: bank.settings.issuer,
      subject: 'farah',
      session: person.session,
      until: expect.any(Date),
    })
    const foreign = gateway({ ...there, clientId: 'another' })
    await expect(foreign.loggedOut(token)).rejects.toThrow(NotProven)
    const late = gateway(there, () => new Date(testDay.getTime() + 20 * 60_000))
    await expect(late.loggedOut(token)).rejects.toThrow(NotProven)
    const [header, body, signature = ''] = token.split('.')
    const forged = [header, body, signature.replace(/^./, (one: string) => (one === 'A' ? 'B' : 'A'))].join(
      '.',
    )
    await expect(own.loggedOut(forged)).rejects.toThrow(NotProven)
    const unsigned = [Buffer.from('{"alg":"none"}').toString('base64url'), body, ''].join('.')
    await expect(own.loggedOut(unsigned)).rejects.toThrow(NotProven)
  })
})
