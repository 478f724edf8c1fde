import { indiaDate } from '@ekyc/contract/india-time'
import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { newId } from '../domain/new-id.ts'
import { countRows, insertRows } from '../testing/run-sql.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { housekeepingIn } from './housekeeping.ts'
import { defaultPolicy } from '../domain/policy.ts'

let server: TestServer
let agentId: string
beforeAll(async () => {
  server = await startTestServer()
  agentId = await server.addAgent({ mobile: '9520000001' })
})
afterAll(() => server.close())

test('[rule 18] orders and their daily counters go after 7 years, unsubmitted orders after 1', async () => {
  const made = new Date('2027-03-10T06:30:00.000Z')
  const db = server.open.runner
  await insertRows(db, 'orders', [
    ...Array.from({ length: 1_200 }, () => order('KYC_SUCCESS', made)),
    order('INIT', made),
    order('EXPIRED', made),
    order('KYC_FAILURE', new Date('2028-03-10T06:30:00.000Z')),
  ])
  await insertRows(db, 'daily_counts', [
    { agentId, day: '2027-03-10', kycSuccess: 1_200 },
    { agentId, day: '2028-03-10', kycFailure: 1 },
  ])

  expect(await left('2028-03-10T06:00:00.000Z')).toEqual({ orders: 1_203, days: 2 })
  expect(await left('2028-03-11T06:30:00.000Z')).toEqual({ orders: 1_201, days: 2 })
  expect(await left('2034-03-10T18:29:00.000Z')).toEqual({ orders: 1_201, days: 2 })
  expect(await left('2034-03-10T18:31:00.000Z')).toEqual({ orders: 1, days: 1 }) // The next India day.
  expect(await left('2035-03-10T18:31:00.000Z')).toEqual({ orders: 0, days: 0 })
})

test('delivered messages leave the outbox after 30 days, dead ones after 90, waiting ones never', async () => {
  const db = server.open.runner
  const at = new Date('2027-03-10T06:30:00.000Z')
  const row = { agentId, kind: 'sms' as const, createdOn: at, expiresOn: at }
  await insertRows(db, 'outbox', [
    { ...row, id: newId(at), deliveredOn: at },
    { ...row, id: newId(at), deadOn: at },
    { ...row, id: newId(at), body: Buffer.from('sealed'), nextAttemptOn: at },
  ])
  const leftAfter = async (days: number) => {
    await housekeepingIn(db, new Date(at.getTime() + days * 86_400_000 + 1), defaultPolicy)
    return countRows(db, 'outbox')
  }

  expect([await leftAfter(29), await leftAfter(30), await leftAfter(90)]).toEqual([3, 2, 1])
})

async function left(at: string) {
  const db = server.open.runner
  await housekeepingIn(db, new Date(at), defaultPolicy)
  return { orders: await countRows(db, 'orders'), days: await countRows(db, 'daily_counts') }
}

let made = 0

function order(status: 'INIT' | 'EXPIRED' | 'KYC_SUCCESS' | 'KYC_FAILURE', createdOn: Date) {
  made += 1
  const isFinal = status === 'KYC_SUCCESS' || status === 'KYC_FAILURE'
  return {
    agentId,
    id: newId(createdOn),
    reference: `HOUSE-${made}`,
    status,
    createdOn,
    expiresOn: new Date(createdOn.getTime() + 86_400_000),
    transactionId: 'UKC:0',
    message: 'Success',
    outcome: isFinal ? ('verified' as const) : null,
    completedOn: isFinal ? createdOn : null,
  }
}

test('one-time passwords go an hour after their end, what an address did after an hour, sends after a day', async () => {
  const address = '192.0.2.200'
  const { otpDetails } = await server.call('resetPassword', { username: '9520000099' }, { address })
  const newPassword = encryptPassword('Fresh@Start1', '9520000099', indiaDate(server.clock.now()))
  const guess = { username: '9520000099', otpDetails: { ...otpDetails, otp: '000000' }, newPassword }
  await server.call('setPassword', guess, { address })
  const rowsAfter = async (minutes: number) => {
    const at = new Date(server.clock.now().getTime() + minutes * 60_000)
    await housekeepingIn(server.open.runner, at, defaultPolicy)
    const db = server.open.runner
    return {
      codes: await countRows(db, 'one_time_codes', `mobile = '9520000099'`),
      marks: await countRows(db, 'address_marks', `address = '${address}'`),
      sends: await countRows(db, 'one_time_password_sends', `mobile = '9520000099'`),
    }
  }
  expect(await rowsAfter(60)).toEqual({ codes: 1, marks: 2, sends: 1 })
  expect(await rowsAfter(66)).toEqual({ codes: 0, marks: 0, sends: 1 })
  expect(await rowsAfter(24 * 60 + 1)).toEqual({ codes: 0, marks: 0, sends: 0 })
})
