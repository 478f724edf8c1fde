import { expect, test } from 'vitest'

import { newId } from '../domain/ids.ts'
import { serverOfFile } from '../../testing/test-server.ts'
import { runHousekeeping } from './housekeeping.ts'
import type { SqlRunner } from './link/sql.ts'
import { endOfOrderPartitions } from './schema/order-partitions.ts'
import { defaultPolicy } from '../domain/policy.ts'

const server = await serverOfFile()
const agentId = await server.addAgent({ mobile: '9520000001' })

test('[rule 18] orders and their daily counters go with the month that ended 7 years ago, unsubmitted orders after 1 year', async () => {
  const createdOn = new Date('2027-03-10T06:30:00.000Z')
  await server.insertRows('orders', [
    ...Array.from({ length: 1_200 }, () => order('KYC_SUCCESS', createdOn)),
    order('INIT', createdOn),
    order('EXPIRED', createdOn),
    order('KYC_FAILURE', new Date('2028-03-10T06:30:00.000Z')),
  ])
  await server.insertRows('daily_counts', [
    { agentId, day: '2027-03-10', kycSuccess: 1_200 },
    { agentId, day: '2028-03-10', kycFailure: 1 },
  ])

  expect(await left('2028-03-10T06:00:00.000Z')).toEqual({ orders: 1_203, days: 2 })
  expect(await left('2028-03-11T06:30:00.000Z')).toEqual({ orders: 1_201, days: 2 })
  expect(await left('2034-03-31T18:29:00.000Z')).toEqual({ orders: 1_201, days: 2 })
  expect(await left('2034-03-31T18:31:00.000Z')).toEqual({ orders: 1, days: 1 }) // The next month has begun in India.
  expect(await left('2035-03-31T18:31:00.000Z')).toEqual({ orders: 0, days: 0 })
})

test('delivered messages leave the outbox after 30 days, dead ones after 90, waiting ones never', async () => {
  const db = server.open.runner
  const at = new Date('2027-03-10T06:30:00.000Z')
  const row = { agentId, kind: 'sms' as const, createdOn: at, expiresOn: at }
  await server.insertRows('outbox', [
    { ...row, id: newId(at), deliveredOn: at },
    { ...row, id: newId(at), deadOn: at },
    { ...row, id: newId(at), body: Buffer.from('sealed'), nextAttemptOn: at },
  ])
  const leftAfter = async (days: number) => {
    await runHousekeeping(db, new Date(at.getTime() + days * 86_400_000 + 1), defaultPolicy)
    return server.countRows('outbox')
  }

  expect([await leftAfter(29), await leftAfter(30), await leftAfter(90)]).toEqual([3, 2, 1])
})

test('a step of the hourly run that fails holds up no other', async () => {
  const db = server.open.runner
  await server.sql(`select drop_months('orders', '2100-01-01')`)
  await server.sql('alter table consent_texts rename to consent_texts_away')
  server.jobs.housekeeping.start()
  await expect.poll(() => endOfOrderPartitions(db)).toBeInstanceOf(Date)
  await server.jobs.housekeeping.stop()
  await server.sql('alter table consent_texts_away rename to consent_texts')
})

async function left(at: string) {
  const db = server.open.runner
  await runHousekeeping(db, new Date(at), defaultPolicy)
  return { orders: await server.countRows('orders'), days: await server.countRows('daily_counts') }
}

const strangerRows: Record<string, (mobile: string, at: Date) => Record<string, unknown>> = {
  verified_phones: mobile => ({ mobile }),
  address_marks: mobile => ({ address: '192.0.2.9', kind: 'check', mark: mobile }),
  one_time_codes: (mobile, at) => ({
    mobile,
    requester: '192.0.2.9',
    refId: '',
    codeId: '',
    purpose: 'reset',
    mark: '12',
    isKnown: false,
    sentOn: at,
    triesLeft: 5,
  }),
  one_time_password_sends: (mobile, at) => ({ mobile, address: '192.0.2.9', id: newId(at) }),
  passkey_challenges: mobile => ({
    mobile,
    challengeHash: Buffer.from(mobile),
    purpose: 'log-in',
    address: '192.0.2.9',
  }),
  quotas: mobile => ({ subject: mobile, kind: 'checked-phone', taken: 1 }),
  login_attempts: mobile => ({ mobile, address: '' }),
}

let orderCount = 0

function order(status: 'INIT' | 'EXPIRED' | 'KYC_SUCCESS' | 'KYC_FAILURE', createdOn: Date) {
  orderCount += 1
  const isFinal = status === 'KYC_SUCCESS' || status === 'KYC_FAILURE'
  return {
    agentId,
    id: newId(createdOn),
    reference: `HOUSE-${orderCount}`,
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
  await server.setPassword('9520000099', otpDetails, { otp: '000000', address })
  const rowsAfter = async (minutes: number) => {
    const at = new Date(server.clock.now().getTime() + minutes * 60_000)
    await runHousekeeping(server.open.runner, at, defaultPolicy)
    return {
      codes: await server.countRows('one_time_codes', `mobile = '9520000099'`),
      marks: await server.countRows('address_marks', `address = '${address}'`),
      sends: await server.countRows('one_time_password_sends', `mobile = '9520000099'`),
    }
  }
  expect(await rowsAfter(60)).toEqual({ codes: 1, marks: 2, sends: 1 })
  expect(await rowsAfter(66)).toEqual({ codes: 0, marks: 0, sends: 1 })
  expect(await rowsAfter(24 * 60 + 1)).toEqual({ codes: 0, marks: 0, sends: 0 })
})

test("strangers' rows go in batches, however many there are, and those that still count stay", async () => {
  const db = server.open.runner
  const at = new Date('2027-06-01T06:30:00.000Z')
  const rows = (sentOn: Date, many: number) =>
    server.sql(
      `insert into one_time_codes
         (mobile, requester, ref_id, code_id, purpose, mark, is_known, sent_on, expires_on, tries_left)
       select '9520000098', $1 || n, '', '', 'reset', '12', false, $2, $2, 5 from generate_series(1, $3::int) n`,
      [sentOn.toISOString(), sentOn, many],
    )
  await rows(new Date(at.getTime() - 3_600_001), 2_500)
  await rows(new Date(at.getTime() - 3_600_000), 1)
  const sizes: number[] = []
  const watched: SqlRunner = {
    ...db,
    async run(statement) {
      const deleted = await db.run(statement)
      if (statement.name === 'housekeeping.one_time_codes') sizes.push(deleted.length)
      return deleted
    },
  }

  await runHousekeeping(watched, at, defaultPolicy)

  expect(sizes).toEqual([1_000, 1_000, 500])
  expect(await server.countRows('one_time_codes', `mobile = '9520000098'`)).toBe(1)
})

test.each([
  ['verified_phones', { verifiedUntil: 0 }],
  ['address_marks', { markedOn: 1 }],
  ['one_time_codes', { expiresOn: 1 }],
  ['one_time_password_sends', { sentOn: 24 }],
  ['passkey_challenges', { expiresOn: 0 }],
  ['quotas', { beganOn: 2 }],
  ['login_attempts', { changedOn: 24 }],
])("rows of %s go after the policy's hours: %o", async (table, span) => {
  const db = server.open.runner
  const at = new Date('2027-07-01T06:30:00.000Z')
  const [[column, hours] = ['', 0]] = Object.entries(span)
  const row = (mobile: string, time: Date) => ({ ...strangerRows[table]?.(mobile, time), [column]: time })
  const exactly = new Date(at.getTime() - hours * 3_600_000)
  await server.insertRows(table, [
    row('9520000097', new Date(exactly.getTime() - 1)),
    row('9520000096', exactly),
  ])

  await runHousekeeping(db, at, defaultPolicy)

  const rows = await server.sql<{ row: string }>(`select t::text as row from ${table} t`)
  const count = (mobile: string) => rows.filter(({ row: text }) => text.includes(mobile)).length
  expect([count('9520000097'), count('9520000096')]).toEqual([0, 1])
})
