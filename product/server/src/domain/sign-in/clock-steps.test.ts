import { resendWaitSeconds } from '@ekyc/contract/limits'
import { signInTexts } from '@ekyc/contract/sign-in-texts'
import { beforeEach, describe, expect, test } from 'vitest'

import { doKyc, openOrder, submitOrder } from '../../../testing/do-kyc.ts'
import { emptyTables } from '../../../testing/database/empty-tables.ts'
import { verified } from '../../../testing/outside/fake-outside.ts'
import { createTestClock } from '../../../testing/fixed/test-clock.ts'
import { agentPassword, serverOfFile, serverOfTest, type TestServer } from '../../../testing/test-server.ts'
import { defaultPolicy } from '../policy.ts'
import type { AuthorityVerdict } from '../ports.ts'

const mobile = '9200000001'
const hourMs = 3_600_000

let server: TestServer
let token: string
const usual = await serverOfFile()
const strict = await serverOfFile({
  databaseUrl: usual.databaseUrl,
  policy: {
    ...defaultPolicy,
    otpLiveCodesPerPhone: 1,
    otpSendsPerHour: 1,
    otpSendsFromEverywherePerHour: 9,
    phonesPerAddress: 1,
    wrongOtpsPerHour: 1,
    failuresPerAddress: 1,
  },
})
beforeEach(async () => {
  server = usual
  server.clock.set(createTestClock().now())
  server.outside.asked.length = 0
  await emptyTables(server.open.runner)
  await server.addAgent({ mobile, password: agentPassword })
  token = await server.signIn(mobile)
})

describe('[rules 2, 7, 10, 12] a clock that ran an hour ahead and was set back', () => {
  test('ends no session, nor does one that jumps ahead', async () => {
    const profile = async () => (await server.call('getProfile', { username: mobile }, { token })).status
    server.clock.advance(hourMs)
    expect(await profile()).toBe(200)
    server.clock.advance(-2 * hourMs)
    expect(await profile()).toBe(200)
  })

  test('does not lengthen the life of an OTP, and the next one is sent at once', async () => {
    const ahead = await requestOtp()
    server.clock.advance(-hourMs)
    expect((await setPassword(ahead)).response.code).toBe('otp_expired')

    const next = await requestOtp()
    expect(next.resendAfter).toBe(60)
    expect(next.otpRefId).not.toBe(ahead.otpRefId)
    expect((await setPassword(next)).response.success).toBe(true)
  })

  test('leaves no agent waiting for longer than a wait can be', async () => {
    for (let failure = 0; failure < 5; failure += 1)
      expect((await logIn('Wrong@2026')).response.displayMsg).toBe(signInTexts.passwordIncorrect)
    expect((await logIn(agentPassword)).status).toBe(429)
    server.clock.advance(-hourMs)
    expect((await logIn(agentPassword)).response.success).toBe(true)
  })

  describe('counts none of its', () => {
    test.each([
      [
        'codes of a phone that are valid at once',
        async (from: number) => {
          await strict.addAgent({ mobile: '9200000002' }).catch(() => {})
          return strict.call('checkUser', { username: '9200000002' }, { address: `10.0.0.${from}` })
        },
      ],
      [
        'codes that one address has sent',
        async (from: number) => {
          strict.clock.advance((from * resendWaitSeconds + 1) * 1_000)
          return strict.call('resetPassword', { username: mobile })
        },
      ],
      [
        'phones that an address checks',
        (from: number) => strict.call('checkUser', { username: `930000000${from}` }, { address: '10.0.0.1' }),
      ],
      ['wrong codes of an address', () => setPassword({ otpRefId: 'unknown', otp: '000000' }, strict)],
      ['wrong passwords of an address', () => logIn('Wrong@2026', strict)],
    ])('%s', async (_what, ask) => {
      await emptyTables(strict.open.runner)
      strict.clock.set(createTestClock().now())
      await strict.addAgent({ mobile, password: agentPassword })
      strict.clock.advance(hourMs)
      expect((await ask(1)).status).toBe(200)
      expect((await ask(2)).status).toBe(429)
      strict.clock.advance(-hourMs)
      expect((await ask(3)).status).toBe(200)
    })
  })

  test('keeps no order of before it from its capture', async () => {
    const orderId = await openFirst()
    server.clock.advance(-hourMs)
    expect((await submit(orderId)).response.success).toBe(true)
    expect(server.outside.asked).toHaveLength(1)
  })

  test('does not keep a claim whose server died', async () => {
    let answerLate: (verdict: AuthorityVerdict) => void = () => {}
    server.outside.answer = () => new Promise(late => (answerLate = late))
    const submitted = submit(await openFirst())
    await expect.poll(() => server.outside.asked).toHaveLength(1)
    server.clock.advance(-hourMs)
    expect(await server.settleAbandonedOrders()).toBe(1)
    expect(await server.settleAbandonedOrders()).toBe(0)
    answerLate(verified)
    expect((await submitted).response.success).toBe(false)
    expect(server.outside.asked).toHaveLength(1)
  })

  test('keeps no idle session alive for the hour, once it has been used again', async () => {
    server = await serverOfTest({ databaseUrl: usual.databaseUrl, sessionIdleLimitMs: hourMs / 2 })
    server.clock.advance(hourMs)
    token = await server.signIn(mobile)
    server.clock.advance(-hourMs)
    const profile = async () => (await server.call('getProfile', { username: mobile }, { token })).status
    expect(await profile()).toBe(200)
    server.clock.advance(hourMs / 2)
    expect(await profile()).toBe(401)
  })

  test('ends its own sessions before those since, when an agent has too many', async () => {
    server.clock.advance(hourMs)
    for (let session = 1; session < defaultPolicy.sessionsPerAgent; session += 1) await server.signIn(mobile)
    server.clock.advance(-hourMs)
    token = await server.signIn(mobile)
    server.clock.advance(1_000)
    await server.signIn(mobile)
    expect((await server.call('getProfile', { username: mobile }, { token })).status).toBe(200)
  })

  test('hides no order of the hour from the list, though it lies in the next month', async () => {
    // The time is 23:30 on 31 March in India.
    server.clock.set(new Date('2027-03-31T18:00:00Z'))
    token = await server.signIn(mobile)
    for (let order = 1; order <= 5; order += 1) await kyc(`REF-${order}`)
    server.clock.advance(hourMs)
    await kyc('REF-NEXT-MONTH')
    server.clock.advance(-hourMs)

    const { orders } = await server.call('listOrders', { username: mobile, pageNo: 1 }, { token })
    expect((orders as { dbsRefCode: string }[])[0]?.dbsRefCode).toBe('REF-NEXT-MONTH')
  })

  test('counts nothing of the hour for this month, though it lies in the next one', async () => {
    server.clock.set(new Date('2027-03-31T18:00:00Z'))
    token = await server.signIn(mobile)
    server.clock.advance(hourMs)
    await kyc('REF-NEXT-MONTH')
    server.clock.advance(-hourMs)

    for (const timeframe of ['Today', '3M']) {
      const { userStatistics } = await server.call('getStatistics', { id: mobile, timeframe }, { token })
      expect(userStatistics).toMatchObject([{ aggregateOn: '2027-03', data: { KYC_SUCCESS: 0 } }])
    }
  })

  test('keeps no message waiting for the hour', async () => {
    await server.deliverDue()
    server.outside.smsIsAway = true
    await server.call('resetPassword', { username: mobile })
    await server.deliverDue()
    server.outside.smsIsAway = false
    server.clock.advance(-hourMs)
    expect(await server.deliverDue()).toBe(0)
    await server.outbox.recall()
    expect(await server.deliverDue()).toBe(1)
  })
})

describe('[rules 7, 10] what was seen to be over stays so when the clock is set back', () => {
  test.each([
    ['at its end', {}, 600_000_000],
    ['idle for too long', { sessionIdleLimitMs: 1_800_000 }, 1_800_000],
  ])('a session %s', async (_what, settings, lifeMs) => {
    server = await serverOfTest({ databaseUrl: usual.databaseUrl, ...settings })
    token = await server.signIn(mobile)
    const profile = async () => (await server.call('getProfile', { username: mobile }, { token })).status
    server.clock.advance(lifeMs)
    expect(await profile()).toBe(401)
    server.clock.advance(-hourMs)
    expect(await profile()).toBe(401)
  })

  test('an order older than 24 hours', async () => {
    const orderId = await openFirst()
    server.clock.advance(24 * hourMs)
    expect((await submit(orderId)).response.code).toBe('order_expired')
    server.clock.advance(-hourMs)
    expect((await submit(orderId)).response.code).toBe('order_expired')
  })

  test('an OTP', async () => {
    const otp = await requestOtp()
    server.clock.advance(5 * 60_000)
    expect((await setPassword(otp)).response.success).toBe(false)
    server.clock.advance(-4 * 60_000)
    expect((await setPassword(otp)).response.success).toBe(false)
  })
})

async function requestOtp() {
  const { otpDetails } = await server.call('resetPassword', { username: mobile })
  await server.outbox.recall()
  const otp = await server.lastOtp(mobile)
  return { ...(otpDetails as { otpRefId: string; resendAfter: number }), otp }
}

const setPassword = (typed: { otpRefId: string; otp: string }, at = server) =>
  at.setPassword(mobile, typed, { otp: typed.otp })

const logIn = (password: string, at = server) => at.checkAndLogIn(mobile, password)

async function kyc(reference: string): Promise<void> {
  server.outside.answer = async () => verified
  await doKyc(server, { mobile, token, reference })
}

const openFirst = async () => (await openOrder(server, { mobile, token }, 'REF-1')).orderId

const submit = (orderId: string) => submitOrder(server, { mobile, token }, orderId)
