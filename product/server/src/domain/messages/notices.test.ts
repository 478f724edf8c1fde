import { expect, test } from 'vitest'

import { createSoftAuthenticator } from '../../../testing/outside/soft-authenticator.ts'
import { addPasskey, logInByPasskey, portalOrigin, site } from '../../../testing/passkeys.ts'
import {
  agentPassword,
  cookieOf,
  freshPassword,
  serverOfFile,
  serverOfTest,
} from '../../../testing/test-server.ts'
import type { Context } from '../context.ts'
import type { Outbox } from './outbox.ts'
import { sendSecurityNotice } from './sms-texts.ts'
import { defaultPolicy } from '../policy.ts'

const server = await serverOfFile({ portalOrigin })
server.clock.set(new Date('2026-11-23T20:15:00.000Z'))

/** Delivers waiting messages, then returns the SMS to the phone that contain no code, in alphabetical order. */
async function noticesTo(mobile: string, from = server): Promise<string[]> {
  await from.deliverDue()
  const texts = from.outside.inbox.filter(({ to }) => to === mobile).map(({ text }) => text)
  return texts.filter(text => !/\b\d{6}\b/.test(text)).toSorted((a, b) => a.localeCompare(b))
}

async function logIn(mobile: string, password = agentPassword, cookie?: string, from = server) {
  const answer = await from.checkAndLogIn(mobile, password, { headers: cookie ? { cookie } : {} })
  const { token, response } = answer
  return { token: String(token), success: response.success, cookie: cookieOf(answer) }
}

async function setPassword(mobile: string, details: object, token?: string, password = freshPassword) {
  return (await server.setPassword(mobile, details, { token, password })).response.success
}

const account = "account on Demo Bank's eKYC portal"
const when = 'on 24-11-2026 01:45, India time. If it was not you, call 1800 000 0000 now.'
const newDevice = `A new device logged in to your ${account} ${when}`
const passkeyAdded = `A passkey was added to your ${account} ${when}`
const changed = `The password of your ${account} was changed ${when}`

test('[K1] the phone is told of a log-in from a browser that it has not logged in from, and of no further one', async () => {
  const { mobile } = await server.newAgent()
  const { cookie } = await logIn(mobile)
  expect(await noticesTo(mobile)).toEqual([newDevice])
  await logIn(mobile, agentPassword, cookie)
  expect(await noticesTo(mobile)).toEqual([newDevice])

  const { mobile: other } = await server.newAgent()
  await logIn(other, agentPassword, cookie)
  expect(await noticesTo(other)).toEqual([newDevice])
})

test('a refused log-in tells the phone nothing, and neither does one where the bank wants no such SMS', async () => {
  const { mobile } = await server.newAgent()
  expect((await logIn(mobile, 'Wrong@2026')).success).toBe(false)
  expect(await noticesTo(mobile)).toEqual([])
  const policy = { ...defaultPolicy, newDeviceSms: 0 }
  const quiet = await serverOfTest({ databaseUrl: server.databaseUrl, policy })
  expect((await logIn(mobile, agentPassword, undefined, quiet)).success).toBe(true)
  expect(await noticesTo(mobile, quiet)).toEqual([])
})

test('[K1] the phone is told of a new passkey, and of a log-in by it from a new browser', async () => {
  const { mobile } = await server.newAgent()
  const { token } = await logIn(mobile)
  const authenticator = createSoftAuthenticator(site)
  await addPasskey(server, { mobile, token }, authenticator)
  expect(await noticesTo(mobile)).toEqual([newDevice, passkeyAdded])
  await logInByPasskey(server, mobile, authenticator)
  expect(await noticesTo(mobile)).toEqual([newDevice, newDevice, passkeyAdded])
})

test('[K1] the phone is told of every new password: the first, a reset and a change', async () => {
  const { mobile: first } = await server.newAgent({ password: undefined })
  const { otpDetails } = await server.call('checkUser', { username: first })
  expect(await setPassword(first, otpDetails)).toBe(true)
  expect(await noticesTo(first)).toEqual([changed])

  const { mobile } = await server.newAgent()
  const reset = await server.call('resetPassword', { username: mobile })
  expect(await setPassword(mobile, reset['otpDetails'])).toBe(true)
  const { token } = await logIn(mobile, freshPassword)
  const change = await server.call('resetPassword', { username: mobile }, { token, address: '192.0.2.1' })
  expect(await setPassword(mobile, change['otpDetails'], token, 'Fresh@Start2')).toBe(true)
  expect(await noticesTo(mobile)).toEqual([newDevice, changed, changed])
})

test("a bank's registered texts leave with their own templates, in the agent's language; a fact without one is not told", async () => {
  const dlt = { entityId: '1001', templateId: '1007', headerId: 'SAHYBK' }
  const hi = { text: '{bankName}: नई पासकी, {time}', templateId: '1009' }
  const passkeyText = { text: 'New passkey at {time}', templateId: '1008', translations: { hi } }
  const sms = { oneTimePassword: '{otp}', dlt, texts: { passkeyAdded: passkeyText } }
  const sent: object[] = []
  const put: Outbox['put'] = async (_stores, { body, expiresOn }) =>
    void sent.push({ ...(body as object), expiresOn })
  const bank = {
    outbox: { put },
    branding: { bankName: 'Sahyadri Bank', productName: 'Pehchaan', sms },
    policy: defaultPolicy,
    now: () => new Date('2026-11-23T06:00:00.000Z'),
  } as unknown as Context
  const agent = { agentId: 'a', mobile: '9300000001' }
  for (const language of ['hi', 'ta', undefined] as const)
    await sendSecurityNotice(bank, server.open.database, 'passkeyAdded', agent, language)
  await sendSecurityNotice(bank, server.open.database, 'newDevice', agent, 'hi')
  const expiresOn = new Date('2026-11-24T06:00:00.000Z')
  const english = { to: agent.mobile, text: 'New passkey at 23-11-2026 11:30', expiresOn }
  expect(sent).toEqual([
    {
      to: agent.mobile,
      text: 'Sahyadri Bank: नई पासकी, 23-11-2026 11:30',
      dlt: { ...dlt, templateId: '1009' },
      expiresOn,
    },
    { ...english, dlt: { ...dlt, templateId: '1008' } },
    { ...english, dlt: { ...dlt, templateId: '1008' } },
  ])
})
