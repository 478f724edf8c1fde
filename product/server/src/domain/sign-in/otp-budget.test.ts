import { indiaDate } from '@ekyc/contract/india-time'
import { beforeEach, describe, expect, test } from 'vitest'

import { databaseOfFile } from '../../../testing/database/test-database.ts'
import {
  agentPassword,
  cookieOf,
  otherThan,
  serverOfFile,
  type TestAnswer,
  type TestServer,
} from '../../../testing/test-server.ts'
import { dayMs, minuteMs } from '../clocks.ts'
import { defaultPolicy } from '../policy.ts'

const policy = {
  ...defaultPolicy,
  otpsOfBankPerMinute: 2,
  otpsOfBankPerDay: 4,
  wrongOtpsOfBankPerMinute: 3,
  wrongOtpsOfBankPerDay: 6,
}
const databaseUrl = await databaseOfFile()
const one = await serverOfFile({ databaseUrl, policy, secondFactor: 'offered' })
const other = await serverOfFile({ databaseUrl, policy })
/** Each test begins at noon of a new India day, with nothing counted. */
beforeEach(async () => {
  const noon = new Date(`${indiaDate(new Date(one.clock.now().getTime() + dayMs))}T12:00:00+05:30`)
  for (const { clock } of [one, other]) clock.set(noon)
  for (const { otpBudget } of [one, other]) await otpBudget.share()
  await one.sql('delete from otp_minutes')
  for (const { otpBudget } of [one, other]) await otpBudget.share()
})
const advance = (ms: number) => {
  for (const { clock } of [one, other]) clock.advance(ms)
}

let lastAddress = 0
/** Returns an address in a network of its own. */
const newAddress = () => `10.${Math.floor((lastAddress += 1) / 250)}.${lastAddress % 250}.1`
const smsTo = (mobile: string) =>
  [one, other].flatMap(({ outside }) => outside.inbox.filter(({ to }) => to === mobile)).length

async function reset(
  mobile: string,
  server = one,
  options: Parameters<TestServer['call']>[2] = {},
): Promise<TestAnswer & { isSent: boolean }> {
  const before = smsTo(mobile)
  const answer = await server.call(
    'resetPassword',
    { username: mobile },
    { address: newAddress(), ...options },
  )
  await server.deliverDue()
  return { ...answer, isSent: smsTo(mobile) > before }
}

async function sentOf(resets: number, server = one): Promise<number> {
  let sent = 0
  for (let n = 0; n < resets; n += 1)
    if ((await reset((await one.newAgent()).mobile, server)).isSent) sent += 1
  return sent
}

const guess = (mobile: string, otpDetails: object, otp: string, address: string) =>
  one.setPassword(mobile, otpDetails, { otp, address })

async function knownDevice(): Promise<{ mobile: string; token: string; headers: { cookie: string } }> {
  const { mobile } = await one.newAgent()
  const answer = await one.checkAndLogIn(mobile)
  return { mobile, token: String(answer['token']), headers: { cookie: cookieOf(answer) } }
}

describe('[rule 12] OTPs that the bank sends to unknown requesters', () => {
  test('are two in this minute; the next looks the same, is not sent, and the next minute has room', async () => {
    expect(await sentOf(2)).toBe(2)
    const beyond = await reset((await one.newAgent()).mobile)
    expect(beyond).toMatchObject({ status: 200, isSent: false })
    const ofNobody = await reset(one.newMobile())
    expect(Object.keys(beyond['otpDetails'])).toEqual(Object.keys(ofNobody['otpDetails']))
    expect(beyond['otpDetails']).toMatchObject({ resendAfter: 60, triesLeft: 5 })
    advance(minuteMs)
    expect(await sentOf(1)).toBe(1)
  })

  test('are four a day, until midnight of India', async () => {
    expect(await sentOf(3)).toBe(2)
    advance(minuteMs)
    expect(await sentOf(3)).toBe(2)
    advance(minuteMs)
    expect(await sentOf(1)).toBe(0)
    advance(12 * 60 * minuteMs)
    expect(await sentOf(1)).toBe(1)
  })

  test('known devices and sessions get theirs all the same, and are not counted', async () => {
    const { mobile, token, headers } = await knownDevice()
    expect((await reset(mobile, one, { headers })).isSent).toBe(true)
    expect(await sentOf(3)).toBe(2)
    const signedIn = await knownDevice()
    expect((await reset(signedIn.mobile, one, { token: signedIn.token })).isSent).toBe(true)
    advance(minuteMs)
    expect((await reset(mobile, one, { headers })).isSent).toBe(true)
    expect(token).not.toBe('')
  })
})

describe('[rules 7, 12] wrong guesses of unknown requesters at live codes', () => {
  test('beyond three a minute no code is compared, also a right one; a known device notices nothing', async () => {
    const [mobile, address] = [(await one.newAgent()).mobile, newAddress()]
    const { otpDetails } = await reset(mobile, one, { address })
    const otp = await one.lastOtp(mobile)
    for (let n = 0; n < 3; n += 1)
      expect((await guess(mobile, otpDetails, otherThan(otp), address)).response.code).toBe('wrong_otp')
    const beyond = await guess(mobile, otpDetails, otp, address)
    expect([beyond.status, beyond.response.code]).toEqual([429, 'too_many_wrong_otps'])

    const known = await knownDevice()
    const own = await reset(known.mobile, one, { headers: known.headers })
    expect((await one.setPassword(known.mobile, own['otpDetails'])).response.success).toBe(true)

    advance(minuteMs)
    expect((await guess(mobile, otpDetails, otp, address)).response.success).toBe(true)
  })

  test('the wrong log-in codes of a stolen password take from them too, and those of a known device do not', async () => {
    const logIn = (mobile: string, more: object, options: Parameters<typeof one.logIn>[2]) =>
      one.checkAndLogIn(mobile, agentPassword, { ...options, fields: { secondFactor: 'otp', ...more } })
    const known = await knownDevice()
    const answers = []
    for (const headers of [known.headers, undefined]) {
      const from = headers ? { headers } : { address: newAddress() }
      const mobile = headers ? known.mobile : (await one.newAgent()).mobile
      const { otpDetails } = await logIn(mobile, {}, from)
      const otp = await one.lastOtp(mobile)
      for (let n = 0; n < 3; n += 1)
        await logIn(mobile, { otpDetails: { ...otpDetails, otp: otherThan(otp) } }, from)
      answers.push(await logIn(mobile, { otpDetails: { ...otpDetails, otp } }, from))
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 429])
    expect(await sentOf(1)).toBe(0)
  })

  test('beyond six a day no code is compared until midnight of India, whatever addresses strangers have', async () => {
    for (let minute = 0; minute < 2; minute += 1) {
      const { mobile } = await one.newAgent()
      const { otpDetails } = await reset(mobile)
      const wrong = otherThan(await one.lastOtp(mobile))
      for (let n = 0; n < 3; n += 1) await guess(mobile, otpDetails, wrong, newAddress())
      advance(minuteMs)
    }
    const refused = await guess(one.newMobile(), { otpRefId: 'nobody' }, '111111', newAddress())
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, String((12 * 60 - 2) * 60)])
    advance(12 * 60 * minuteMs)
    expect((await guess(one.newMobile(), { otpRefId: 'nobody' }, '111111', newAddress())).status).toBe(200)
  })

  test('beyond them no unknown requester is sent a code either', async () => {
    const [mobile, address] = [(await one.newAgent()).mobile, newAddress()]
    const { otpDetails } = await reset(mobile, one, { address })
    const otp = await one.lastOtp(mobile)
    for (let n = 0; n < 3; n += 1) await guess(mobile, otpDetails, otherThan(otp), address)
    expect(await sentOf(1)).toBe(0)
  })
})

test('counts that the database did not take are shared later, and count meanwhile', async () => {
  await sentOf(2)
  await one.sql('alter table otp_minutes rename to hidden')
  await expect(one.otpBudget.share()).rejects.toMatchObject({ code: '42P01' })
  await one.sql('alter table hidden rename to otp_minutes')
  expect(await sentOf(1)).toBe(0)
  await one.otpBudget.share()
  expect(await one.sql('select kind, count from otp_minutes')).toEqual([{ kind: 'sent', count: 2 }])
})
