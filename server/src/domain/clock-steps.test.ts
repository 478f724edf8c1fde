import { indiaDate } from '@ekyc/contract/india-time'
import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'
import { resendWaitSeconds } from '@ekyc/contract/limits'
import { signInTexts } from '@ekyc/contract/texts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { verified } from '../testing/played-outside.ts'
import { testCapture } from '../testing/test-capture.ts'
import { agentPassword, startTestServer, type TestServer } from '../testing/test-server.ts'
import { defaultPolicy } from './policy.ts'
import type { Verdict } from './ports.ts'

const mobile = '9200000001'
const hourMs = 3_600_000

let server: TestServer
let token: string
beforeEach(async () => {
  server = await startTestServer()
  await server.addAgent({ mobile, password: agentPassword })
  token = await server.signIn(mobile)
})
afterEach(() => server.close())

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

  test.each([
    [
      'codes of a phone that are valid at once',
      { otpLiveCodesPerPhone: 1, otpSendsFromEverywherePerHour: 9 },
      async (from: number) => {
        await server.addAgent({ mobile: '9200000002' }).catch(() => {})
        return server.call('checkUser', { username: '9200000002' }, { address: `10.0.0.${from}` })
      },
    ],
    [
      'codes that unknown addresses have sent to a phone',
      { otpSendsFromEverywherePerHour: 1 },
      async (from: number) => {
        await server.addAgent({ mobile: '9200000002' }).catch(() => {})
        return server.call('checkUser', { username: '9200000002' }, { address: `10.0.0.${from}` })
      },
    ],
    [
      'codes that one address has sent',
      { otpSendsPerHour: 1 },
      async (from: number) => {
        server.clock.advance((from * resendWaitSeconds + 1) * 1_000)
        return server.call('resetPassword', { username: mobile })
      },
    ],
    [
      'phones that an address has codes sent to',
      { otpPhonesPerAddressPerHour: 1 },
      (from: number) => server.call('resetPassword', { username: `930000000${from}` }),
    ],
    [
      'phones that an address checks',
      { phonesPerAddress: 1 },
      (from: number) => server.call('checkUser', { username: `930000000${from}` }, { address: '10.0.0.1' }),
    ],
    [
      'wrong codes of an address',
      { wrongOtpsPerHour: 1 },
      () => setPassword({ otpRefId: 'unknown', otp: '000000' }),
    ],
    ['wrong passwords of an address', { failuresPerAddress: 1 }, () => logIn('Wrong@2026')],
  ])('counts none of its %s', async (_what, limits, ask) => {
    await server.close()
    server = await startTestServer({ policy: { ...defaultPolicy, ...limits } })
    await server.addAgent({ mobile, password: agentPassword })
    server.clock.advance(hourMs)
    expect((await ask(1)).status).toBe(200)
    expect((await ask(2)).status).toBe(429)
    server.clock.advance(-hourMs)
    expect((await ask(3)).status).toBe(200)
  })

  test('keeps no order of before it from its capture', async () => {
    const orderId = await openOrder()
    server.clock.advance(-hourMs)
    expect((await submit(orderId)).response.success).toBe(true)
    expect(server.outside.asked).toHaveLength(1)
  })

  test('keeps no claim whose server died from its end', async () => {
    let answerLate: (verdict: Verdict) => void = () => {}
    const asked = new Promise<void>(resolve => {
      server.outside.answer = () => {
        resolve()
        return new Promise(late => (answerLate = late))
      }
    })
    const submitted = submit(await openOrder())
    await asked
    server.clock.advance(-hourMs)
    expect(await server.settlement.sweep()).toBe(1)
    expect(await server.settlement.sweep()).toBe(0)
    answerLate(verified)
    expect((await submitted).response.success).toBe(false)
    expect(server.outside.asked).toHaveLength(1)
  })

  test('keeps no message waiting for the hour', async () => {
    server.outside.smsIsAway = true
    await server.call('resetPassword', { username: mobile })
    await server.outbox.deliverDue()
    server.outside.smsIsAway = false
    server.clock.advance(-hourMs)
    expect(await server.outbox.deliverDue()).toBe(0)
    await server.outbox.recall()
    expect(await server.outbox.deliverDue()).toBe(1)
  })
})

describe('[rules 7, 10] what was seen to be over stays so when the clock is set back', () => {
  test.each([
    ['at its end', {}, 600_000_000],
    ['idle for too long', { sessionIdleLimitMs: 1_800_000 }, 1_800_000],
  ])('a session %s', async (_what, settings, lifeMs) => {
    await server.close()
    server = await startTestServer(settings)
    await server.addAgent({ mobile, password: agentPassword })
    token = await server.signIn(mobile)
    const profile = async () => (await server.call('getProfile', { username: mobile }, { token })).status
    server.clock.advance(lifeMs)
    expect(await profile()).toBe(401)
    server.clock.advance(-hourMs)
    expect(await profile()).toBe(401)
  })

  test('an order older than 24 hours', async () => {
    const orderId = await openOrder()
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
  const otp = (await server.lastSms(mobile))?.slice(0, 6) ?? ''
  return { ...(otpDetails as { otpRefId: string; resendAfter: number }), otp }
}

function setPassword(otpDetails: object) {
  const newPassword = encryptPassword('Fresh@Start1', mobile, indiaDate(server.clock.now()))
  return server.call('setPassword', { username: mobile, otpDetails, newPassword })
}

async function logIn(password: string) {
  await server.call('checkUser', { username: mobile })
  const cipher = encryptPassword(password, mobile, indiaDate(server.clock.now()))
  return server.call('login', { username: mobile, password: cipher, otpDetails: null })
}

async function openOrder(): Promise<string> {
  server.outside.references.set('REF-1', 'allowed')
  const check = await server.call(
    'checkReference',
    { mobile, username: mobile, dbsRefCode: 'REF-1' },
    { token },
  )
  return String(check['orderId'])
}

function submit(orderId: string) {
  const biometricDeviceInfo = testCapture(server.clock.now(), mobile)
  const order = { username: mobile, sessionId: 's', roid: mobile, orderId, biometricDeviceInfo }
  return server.call('submitOrder', order, { token })
}
