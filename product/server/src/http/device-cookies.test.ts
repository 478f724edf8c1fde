import { describe, expect, test } from 'vitest'

import { agentPassword, cookieOf, serverOfFile, serverOfTest } from '../../testing/test-server.ts'

const server = await serverOfFile({ overHttps: true })

const shop = '203.0.113.10'
const road = '203.0.113.20'
const stranger = '192.0.2.66'

const logIn = (mobile: string, password: string, at: { address: string; cookie?: string }) =>
  server.checkAndLogIn(mobile, password, {
    address: at.address,
    headers: at.cookie === undefined ? {} : { cookie: at.cookie },
  })

function cookiesIn(answer: { headers: Record<string, unknown> }): string[] {
  return [answer.headers['set-cookie'] ?? []].flat().map(String)
}

async function deviceOf(mobile: string, cookie?: string): Promise<string> {
  return cookieOf(await logIn(mobile, agentPassword, { address: shop, ...(cookie && { cookie }) }))
}

async function lockOut(mobile: string): Promise<void> {
  for (let guess = 0; guess < 6; guess += 1) await logIn(mobile, 'Wrong@2026', { address: stranger })
}

test('a good log-in sets one cookie, for the calls of users alone, out of reach of scripts and other sites; a wrong one none', async () => {
  const { mobile } = await server.newAgent()
  expect(cookiesIn(await logIn(mobile, 'Wrong@2026', { address: shop }))).toEqual([])
  const [cookie = '', ...others] = cookiesIn(await logIn(mobile, agentPassword, { address: shop }))
  expect(others).toEqual([])
  expect(cookie).toMatch(/^device-[0-9a-f]{16}=[\w-]{22}\.[\w-]{43}; /)
  expect(cookie.split('; ').slice(1).toSorted()).toEqual([
    'HttpOnly',
    `Max-Age=${180 * 86_400}`,
    'Path=/api/v1/dbs/user',
    'SameSite=Strict',
    'Secure',
  ])
  expect(cookie).not.toContain(mobile)
})

test('over http the cookie is not Secure, since the browser would not send it', async () => {
  const plain = await serverOfTest({ databaseUrl: server.databaseUrl })
  const { mobile } = await server.newAgent()
  expect(cookiesIn(await plain.checkAndLogIn(mobile))[0]).not.toContain('Secure')
})

test('the device keeps its id over log-ins, and a browser of several agents has a cookie for each, the oldest beyond 20 removed', async () => {
  const { mobile: one } = await server.newAgent()
  const first = await deviceOf(one)
  expect(await deviceOf(one, first)).toBe(first)

  const many = Array.from({ length: 20 }, (_, index) => `device-${String(index).padStart(16, '0')}=x`)
  const answer = await logIn((await server.newAgent()).mobile, agentPassword, {
    address: shop,
    cookie: many.join('; '),
  })
  const [, removed = '', ...others] = cookiesIn(answer)
  expect(removed).toMatch(/^device-0000000000000000=; Max-Age=0; Path=\/api\/v1\/dbs\/user/)
  expect(others).toEqual([])
})

describe('[rule 12] while strangers lock the phone out', () => {
  test('an agent on a known device logs in from a new address; other devices and forged cookies wait', async () => {
    const { mobile } = await server.newAgent()
    const cookie = await deviceOf(mobile)
    const foreign = await deviceOf((await server.newAgent()).mobile)
    const [name = '', value = ''] = cookie.split('=')
    await lockOut(mobile)

    const forged = [
      undefined,
      `${name}=${foreign.split('=')[1] ?? ''}`,
      `${name}=${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`,
      `${name}=AAAAAAAAAAAAAAAAAAAAAA.${value.split('.')[1] ?? ''}`,
      `${name}=.`,
    ]
    for (const one of forged)
      expect(
        (await logIn(mobile, agentPassword, { address: road, ...(one && { cookie: one }) })).status,
      ).toBe(429)
    expect((await logIn(mobile, agentPassword, { address: road, cookie })).response.success).toBe(true)
  })

  test('a known device has failures of its own, and is trusted for 180 days', async () => {
    const { mobile } = await server.newAgent()
    const cookie = await deviceOf(mobile)
    for (let failure = 0; failure < 5; failure += 1)
      await logIn(mobile, 'Wrong@2026', { address: road, cookie })
    expect((await logIn(mobile, agentPassword, { address: road, cookie })).status).toBe(429)
    expect((await logIn(mobile, agentPassword, { address: stranger })).response.success).toBe(true)

    server.clock.advance(180 * 86_400_000 + 1)
    await lockOut(mobile)
    expect((await logIn(mobile, agentPassword, { address: road, cookie })).status).toBe(429)
  })

  test('a known device passes the limits of an address that strangers have used up, and asks for its own OTPs there', async () => {
    const { mobile } = await server.newAgent()
    const cookie = await deviceOf(mobile)
    await server.sql(
      `insert into address_marks select $1, 'failure', n::text, $2::timestamptz from generate_series(1, 300) n
       union all select $1, 'otp-phone', n::text, $2::timestamptz from generate_series(1, 20) n
       union all select $1, 'wrong-otp', n::text, $2::timestamptz from generate_series(1, 30) n`,
      [road, server.clock.now().toISOString()],
    )
    const { mobile: other } = await server.newAgent()
    expect((await logIn(other, agentPassword, { address: road })).status).toBe(429)
    expect((await logIn(mobile, agentPassword, { address: road, cookie })).response.success).toBe(true)

    const ask = (username: string, headers: Record<string, string>) =>
      server.call('resetPassword', { username }, { address: road, headers })
    expect((await ask(other, {})).status).toBe(429)
    expect((await ask(mobile, {})).status).toBe(429)
    const { otpDetails } = await ask(mobile, { cookie })
    expect((await server.setPassword(mobile, otpDetails, { address: road })).status).toBe(429)
    const set = await server.setPassword(mobile, otpDetails, { address: road, headers: { cookie } })
    expect(set.response.success).toBe(true)
  })
})

test('[rule 9] a device cookie opens no session and sets no password', async () => {
  const { mobile } = await server.newAgent()
  const headers = { cookie: await deviceOf(mobile) }
  expect((await server.call('getProfile', { username: mobile }, { headers })).status).toBe(401)
  const wrong = await logIn(mobile, 'Wrong@2026', { address: shop, ...headers })
  expect(wrong.response.code).toBe('wrong_password')
})
