import { sessionLifeMs } from '@ekyc/contract/limits'
import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'
import { signInTexts } from '@ekyc/contract/sign-in-texts'
import { hash, verify } from '@node-rs/argon2'
import { beforeAll, describe, expect, test } from 'vitest'

import { lockIsWaitedFor } from '../../../testing/database/lock-wait.ts'
import { refusal } from '../../../testing/refusal.ts'
import { runSql } from '../../../testing/database/run-sql.ts'
import { agentPassword, cookieOf, serverOfFile, serverOfTest } from '../../../testing/test-server.ts'
import { manyPlaces } from '../../../testing/database/until-in-place.ts'
import type { Argon2id } from './passwords.ts'

const server = await serverOfFile({ policy: manyPlaces })

const { newMobile, logIn } = server

describe('user check', () => {
  test('[API-4] an agent with a password logs in by it; one without gets an OTP by SMS', async () => {
    const { mobile: withPassword } = await server.newAgent()
    const first = newMobile()
    await server.addAgent({ mobile: first })

    expect(await server.call('checkUser', { username: withPassword })).toMatchObject({
      response: { success: true },
      otpRequired: false,
      otpDetails: null,
    })
    const answer = await server.call('checkUser', { username: first })
    expect(answer).toMatchObject({ otpRequired: true, otpDetails: { triesLeft: 5, resendAfter: 60 } })
    expect(answer['otpDetails'].sentTo).toBe(`XXXXXX${first.slice(-4)}`)
    expect(await server.lastSms(first)).toMatch(
      /^\d{6} sets a new password for Demo Bank.* valid for 5 minutes/,
    )
  })

  test('[rule 13] a phone that nobody has is answered as one that has a password, and gets no SMS', async () => {
    const known = await server.call('checkUser', { username: (await server.newAgent()).mobile })
    const unknownMobile = newMobile()
    const unknown = await server.call('checkUser', { username: unknownMobile })

    expect({ ...unknown, headers: {} }).toEqual({ ...known, headers: {} })
    expect(await server.lastSms(unknownMobile)).toBeUndefined()
  })

  test('[rule 12] an address that has checked as many phones as it may checks no other for a while', async () => {
    const address = '198.51.100.7'
    const tired = await serverOfTest({
      databaseUrl: server.databaseUrl,
      policy: { ...manyPlaces, phonesPerAddress: 3 },
    })
    for (let phone = 0; phone < 3; phone += 1)
      await tired.call('checkUser', { username: String(9_200_000_000 + phone) }, { address })

    // A flood of such refusals waits for no lock, and so holds no connection that other strangers need.
    const refused = await tired.open.runner.inTransaction(async transaction => {
      await runSql(transaction, 'select from quotas for update')
      return tired.call('checkUser', { username: '9299999999' }, { address })
    })
    const knownPhone = await tired.call('checkUser', { username: '9200000000' }, { address })
    const elsewhere = await tired.call('checkUser', { username: '9299999999' }, { address: '198.51.100.8' })
    tired.clock.advance(10 * 60_000 + 1)
    const later = await tired.call('checkUser', { username: '9299999999' }, { address })

    expect([refused.status, refused.response.code]).toEqual([429, 'too_many_attempts'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect([knownPhone.status, elsewhere.status, later.status]).toEqual([200, 200, 200])
  })
})

describe('log-in', () => {
  test('[API-7, SES-1, LOG-5] the right password opens a session of 600,000,000 ms', async () => {
    const { mobile } = await server.newAgent()
    await server.call('checkUser', { username: mobile })

    const answer = await logIn(mobile)

    expect(answer).toMatchObject({
      response: { success: true },
      expiresIn: sessionLifeMs,
      otpRequired: false,
      otpDetails: null,
    })
    expect(answer['token']).toMatch(/^[\w-]{65}$/)
    expect((await server.call('getProfile', { username: mobile }, { token: answer['token'] })).status).toBe(
      200,
    )
  })

  test('[LOG-8] without a user check first, or after ten minutes, the phone is not verified', async () => {
    const { mobile } = await server.newAgent()
    expect((await logIn(mobile)).response).toEqual(refusal('user_not_verified'))

    await server.call('checkUser', { username: mobile })
    server.clock.advance(10 * 60_000 + 1)
    expect((await logIn(mobile)).response.displayMsg).toBe(signInTexts.userNotVerified)
  })

  test('[LOG-7] [rule 13] a wrong password, an unknown phone and a disabled agent are told the same', async () => {
    const { mobile: disabled } = await server.newAgent()
    await server.sql('update agents set disabled_on = now() where mobile = $1', [disabled])
    for (const mobile of [(await server.newAgent()).mobile, newMobile(), disabled]) {
      await server.call('checkUser', { username: mobile })
      const password = mobile === disabled ? agentPassword : 'Wrong@2026'
      const answer = await logIn(mobile, password)
      expect(answer.status).toBe(200)
      expect(answer.response).toEqual(refusal('wrong_password'))
    }
  })

  test.each(['not base64!', 'AAAA', Buffer.alloc(16).toString('base64')])(
    '[LOG-7] what does not decrypt to a password is refused (%s)',
    async password => {
      const { mobile } = await server.newAgent()
      await server.call('checkUser', { username: mobile })
      const answer = await server.call('login', { username: mobile, password, otpDetails: null })
      expect(answer.response).toEqual(refusal('password_unreadable'))
    },
  )

  test('[rule 13] a log-in hashes as much for a phone that nobody has as for an agent', async () => {
    const costs: string[] = []
    const argon2id: Argon2id = {
      hash,
      verify(hashed, password) {
        costs.push(hashed.split('$').slice(1, -2).join('$'))
        return verify(hashed, password)
      },
    }
    const counting = await serverOfTest({ databaseUrl: server.databaseUrl, policy: manyPlaces }, { argon2id })
    counting.clock.set(server.clock.now())
    for (const phone of [(await server.newAgent()).mobile, newMobile()]) {
      const answer = await counting.checkAndLogIn(phone, 'Wrong@2026')
      expect(answer.response.displayMsg).toBe(signInTexts.passwordIncorrect)
      expect(costs.splice(0)).toEqual(['argon2id$v=19$m=7168,t=5,p=1'])
    }
  })

  test('[LOG-9] the right password of an agent from whom the bank demands a reset asks for an OTP first', async () => {
    const { mobile } = await server.newAgent()
    await server.sql('update agents set reset_demanded = true where mobile = $1', [mobile])
    await server.call('checkUser', { username: mobile })

    expect((await logIn(mobile, 'Wrong@2026')).response.displayMsg).toBe(signInTexts.passwordIncorrect)
    expect((await logIn(mobile)).response.displayMsg).toBe(signInTexts.otpVerificationFirst)
    // A right password without the OTP makes no address trusted.
    const known = 'select from login_attempts where mobile = $1 and trusted_until is not null'
    expect(await server.sql(known, [mobile])).toEqual([])
  })

  test('an agent who is disabled while the password is being compared gets no session', async () => {
    const { mobile } = await server.newAgent()
    await server.call('checkUser', { username: mobile })
    // A known device waits up to 2 s for the lock that the administrator holds, an unknown device only 1 s.
    const cookie = cookieOf(await logIn(mobile))

    const answer = await server.open.runner.inTransaction(async transaction => {
      await runSql(transaction, 'update agents set disabled_on = now() where mobile = $1', [mobile])
      const attempt = logIn(mobile, agentPassword, { headers: { cookie } })
      await lockIsWaitedFor(server.open.runner)
      return { attempt }
    })

    expect((await answer.attempt).response).toEqual(refusal('wrong_password'))
  })

  test('[rule 12] the fifth failure in a row makes the phone wait 30 s, each further one twice as long, up to 15 minutes', async () => {
    const { mobile } = await server.newAgent()
    await server.call('checkUser', { username: mobile })
    for (let failure = 0; failure < 5; failure += 1)
      expect((await logIn(mobile, 'Wrong@2026')).response.displayMsg).toBe(signInTexts.passwordIncorrect)

    expect((await logIn(mobile)).response.displayMsg).toContain('30 seconds')

    for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
      await server.call('checkUser', { username: mobile })
      const blocked = await logIn(mobile)
      expect([blocked.status, blocked.headers['retry-after']]).toEqual([429, String(seconds)])
      server.clock.advance(seconds * 1_000 + 1)
      await server.call('checkUser', { username: mobile })
      expect((await logIn(mobile, 'Wrong@2026')).status).toBe(200)
    }
    server.clock.advance(900_001)
    await server.call('checkUser', { username: mobile })
    expect((await logIn(mobile)).response.success).toBe(true)
    expect((await logIn(mobile, 'Wrong@2026')).status).toBe(200)
  })

  test('[rule 12] an address stays trusted for 30 days after a log-in from it', async () => {
    const shop = { address: '203.0.113.6' }
    const logInAfter = async (waitMs: number) => {
      const { mobile } = await server.newAgent()
      await server.call('checkUser', { username: mobile })
      expect((await logIn(mobile, agentPassword, shop)).response.success).toBe(true)
      server.clock.advance(waitMs)
      await server.call('checkUser', { username: mobile })
      for (let guess = 0; guess < 6; guess += 1) await logIn(mobile, 'Wrong@2026', { address: '192.0.2.67' })
      return (await logIn(mobile, agentPassword, shop)).status
    }
    const thirtyDaysMs = 30 * 24 * 3_600_000
    expect(await logInAfter(thirtyDaysMs - 60_000)).toBe(200)
    expect(await logInAfter(thirtyDaysMs + 60_000)).toBe(429)
  })

  test('[rule 12] a /24 fails five times as often as an address, and checks five times as many phones', async () => {
    const few = { ...manyPlaces, failuresPerAddress: 2, phonesPerAddress: 2 }
    const tired = await serverOfTest({ databaseUrl: server.databaseUrl, policy: few })
    const at = (host: number) => ({ address: `198.18.7.${host}` })
    const phoneAt = (n: number) => String(9_370_000_000 + n)
    const checks = []
    for (let n = 0; n < 11; n += 1)
      checks.push((await tired.call('checkUser', { username: phoneAt(n) }, at(n))).status)
    expect(checks).toEqual([...Array.from({ length: 10 }, () => 200), 429])

    const fails = []
    for (let n = 0; n < 11; n += 1) {
      const mobile = phoneAt(n % 10)
      fails.push((await tired.logIn(mobile, 'Wrong@2026', at(n))).status)
    }
    expect(fails).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })
})

describe('[rule 6] the date in the password cipher', () => {
  const mobile = '9000012345'
  const midnight = '2027-03-10T18:30:00Z'
  beforeAll(() => server.addAgent({ mobile, password: agentPassword }))

  async function loginAt(now: string, ivDate: string, datetime?: unknown) {
    server.clock.set(new Date(now))
    await server.call('checkUser', { username: mobile })
    const fields = {
      username: mobile,
      password: encryptPassword(agentPassword, mobile, ivDate),
      otpDetails: null,
    }
    return (await server.call('login', fields, { header: { datetime } })).response
  }

  test.each([
    ['the server date without a readable datetime', '2027-03-10T12:00:00Z', '2027-03-10', 'yesterday'],
    [
      'the new day one second after India midnight',
      '2027-03-10T18:30:01Z',
      '2027-03-11',
      '2027-03-10T18:30:01Z',
    ],
    ['the old day, sent just before midnight', '2027-03-10T18:30:01Z', '2027-03-10', '2027-03-10T18:29:59Z'],
    ['the new day, by a clock not yet 15 minutes ahead', '2027-03-10T18:15:01Z', '2027-03-11', midnight],
    ['India time without a zone', '2027-03-10T18:40:00Z', '2027-03-11', '2027-03-11T00:10:00'],
  ])('accepts %s', async (_what, now, ivDate, datetime) => {
    expect(await loginAt(now, ivDate, datetime)).toMatchObject({ success: true })
  })

  test.each([
    ['the other day without a readable datetime', '2027-03-10T18:29:00Z', '2027-03-11', null],
    ['the new day further than 15 minutes from midnight', '2027-03-10T18:14:59Z', '2027-03-11', midnight],
    ['the old day 15 minutes after midnight', '2027-03-10T18:45:00Z', '2027-03-10', '2027-03-10T18:29:59Z'],
    ['a year ago', '2027-03-10T12:00:00Z', '2026-03-10', '2026-03-10T12:00:00Z'],
  ])('refuses %s', async (_what, now, ivDate, datetime) => {
    expect(await loginAt(now, ivDate, datetime)).toEqual(refusal('password_unreadable'))
  })
})
