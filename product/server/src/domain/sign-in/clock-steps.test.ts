import { indiaDate } from '@ekyc/contract/india-time'
import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'
import { resendWaitSeconds } from '@ekyc/contract/limits'
import { signInTexts } from '@ekyc/contract/sign-in-texts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyTables } from '../../../testing/database/empty-tables.ts'
import { testCapture } from '../../../testing/outside/test-capture.ts'
import { createTestClock } from '../../../testing/fixed/test-clock.ts'
import { agentPassword, startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { defaultPolicy } from '../policy.ts'

const mobile = '9200000001'
const hourMs = 3_600_000

let usual: TestServer
let server: TestServer
let token: string
beforeAll(async () => void (usual = await startTestServer()))
afterAll(() => usual.close())
beforeEach(async () => {
  server = usual
  server.clock.set(createTestClock().now())
  server.outside.asked.length = 0
  // The counts in the server's memory go with the rows.
  await server.outages.share()
  await emptyTables(server.open.runner)
  await server.addAgent({ mobile, password: agentPassword })
  token = await server.signIn(mobile)
})
afterEach(async () => {
  if (server !== usual) await server.close()
})

/** Goes on with a server that has other settings. */
async function changeServer(settings: Parameters<typeof startTestServer>[0]): Promise<void> {
  server = await startTestServer({ databaseUrl: usual.databaseUrl, ...settings })
}

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
    let strict: TestServer
    beforeAll(async () => {
      const limits = {
        otpLiveCodesPerPhone: 1,
        otpSendsPerHour: 1,
        otpSendsFromEverywherePerHour: 9,
        phonesPerAddress: 1,
        wrongOtpsPerHour: 1,
        failuresPerAddress: 1,
      }
      strict = await startTestServer({
        databaseUrl: usual.databaseUrl,
        policy: { ...defaultPolicy, ...limits },
      })
    })
    afterAll(() => strict.close())

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
    const orderId = await openOrder()
    server.clock.advance(-hourMs)
    expect((await submit(orderId)).response.success).toBe(true)
    expect(server.outside.asked).toHaveLength(1)
  })

  test('keeps no idle session alive for the hour, once it has been used again', async () => {
    await changeServer({ sessionIdleLimitMs: hourMs / 2 })
    server.clock.advance(hourMs)
    token = await server.signIn(mobile)
    server.clock.advance(-hourMs)
    const profile = async () => (await server.call('getProfile', { username: mobile }, { token })).status
    expect(await profile()).toBe(200)
    server.clock.advance(hourMs / 2)
    expect(await profile()).toBe(401)
  })

  test('keeps no message waiting for the hour', async () => {
    await server.outbox.deliverDue()
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
    await changeServer(settings)
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

function setPassword(otpDetails: object, at = server) {
  const newPassword = encryptPassword('Fresh@Start1', mobile, indiaDate(at.clock.now()))
  return at.call('setPassword', { username: mobile, otpDetails, newPassword })
}

async function logIn(password: string, at = server) {
  await at.call('checkUser', { username: mobile })
  const cipher = encryptPassword(password, mobile, indiaDate(at.clock.now()))
  return at.call('login', { username: mobile, password: cipher, otpDetails: null })
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
