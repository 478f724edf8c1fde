import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

import type { Branding } from '@ekyc/contract/branding'
import type { Holder } from '@ekyc/contract/bank'
import { beforeEach, describe, expect, test } from 'vitest'

import { readBranding } from '../../config/branding.ts'
import { doKyc, openOrder } from '../../../testing/do-kyc.ts'
import { notMatched, verified } from '../../../testing/outside/fake-outside.ts'
import { serverOfFile } from '../../../testing/test-server.ts'
import { messageForHolder } from './messages-for-holders.ts'
import { dayMs, hourMs } from '../clocks.ts'
import { defaultPolicy } from '../policy.ts'
import { UnusableAnswer, type AuthorityVerdict } from '../ports.ts'
import type { OrderRecord } from '../kyc/kyc-records.ts'

const holder: Holder = { phone: '9811111111', language: 'hi', lastDigits: '8901' }

const server = await serverOfFile()
const { mobile, token } = await server.signedInAgent()
await server.deliverDue()
server.clock.set(new Date('2026-11-23T20:15:00.000Z'))
beforeEach(async () => {
  server.outside.answer = async () => verified
  server.outside.holder = holder
  server.outside.inbox.length = 0
  server.outside.results.length = 0
  await server.sql('delete from outbox')
})

let lastReference = 0
async function kyc(verdict: AuthorityVerdict, reference = `REF-${++lastReference}`) {
  server.outside.answer = async () => verdict
  const answer = await doKyc(server, { mobile, token, reference })
  await server.deliverDue()
  return { reference, answer }
}

const smsTo = (phone: string) => server.outside.inbox.filter(({ to }) => to === phone).map(({ text }) => text)
const events = () => server.outside.results.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
const waiting = (kind: string) =>
  server.sql<{ body: Buffer | null; delivered: boolean }>(
    `select body, delivered_on is not null as delivered from outbox where kind = '${kind}'`,
  )

test('the holder is told of a success in her language, with the digits that the bank allows', async () => {
  await kyc(verified)
  const [text = ''] = smsTo(holder.phone)
  expect(smsTo(holder.phone)).toHaveLength(1)
  expect(text).toMatch(/\p{Script=Devanagari}/u)
  expect(text).toContain('8901')
  expect(text).toContain('24-11-2026 01:45')
  expect(text).toContain('Demo Bank')
  expect(events().map(({ type }) => type)).toEqual(['kyc.result'])
})

const refused = (errorCode: string): AuthorityVerdict => ({ ...notMatched, errorCode })
test.each<[string, AuthorityVerdict, RegExp]>([
  ['a finger that does not match', notMatched, /fingerprint did not match \(code 300\)/],
  ['a lock', refused('330'), /locked with the identity authority \(code 330\)/],
  ['a number that is not active', refused('997'), /not valid or not active .*\(code 997\)/],
  ['another refusal', refused('930'), /did not accept the request \(code 930\)/],
  ['an answer too late', { kind: 'timed-out' }, /no usable answer came/],
  ['an unreadable answer', { kind: 'broken', reason: 'cut' }, /no usable answer came/],
])('the holder is told of %s, and the bank is not', async (_, verdict, words) => {
  server.outside.holder = { phone: holder.phone }
  await kyc(verdict)
  expect(smsTo(holder.phone)).toEqual([expect.stringMatching(words)])
  expect(smsTo(holder.phone)[0]).toContain('ending XXXX was not verified')
  expect(events()).toEqual([])
})

test('a holder gets one SMS for a reference, code and hour, and 25 refusals a day end the tries', async () => {
  const reference = `REF-${++lastReference}`
  const started = server.clock.now().getTime()
  for (let tries = 0; tries < 3; tries += 1) await kyc(refused('330'), reference)
  await kyc(refused('997'), reference)
  await kyc({ kind: 'timed-out' }, reference)
  expect(smsTo(holder.phone)).toHaveLength(3)
  server.clock.advance(hourMs)
  for (let tries = 0; tries < 21; tries += 1) await kyc(refused('330'), reference)
  expect(smsTo(holder.phone)).toHaveLength(4)

  server.outside.answer = async () => verified
  const asked = { mobile, username: mobile, dbsRefCode: reference }
  const { response } = await server.call('checkReference', asked, { token })
  expect(response).toMatchObject({
    code: 'reference_failed_often',
    displayMsg: expect.stringContaining('25'),
  })
  server.clock.set(new Date(started + dayMs))
  expect((await kyc(verified, reference)).answer.response.success).toBe(true)
})

test('without a phone the bank gets a failure, with nobody in it, and a success by its result alone', async () => {
  server.outside.holder = undefined
  const { reference, answer } = await kyc(notMatched)
  expect(events()).toEqual([
    {
      id: server.outside.results[0]?.id,
      type: 'kyc.failed',
      orderId: expect.any(String),
      reference,
      transactionId: answer['transactionId'],
      outcome: 'KYC_FAILURE',
      completedOn: server.clock.now().toISOString(),
      code: 'fingerprint_not_matched',
      errorCode: '300',
    },
  ])
  await kyc({ kind: 'timed-out' })
  expect(events()[1]).toMatchObject({ code: 'authority_timeout', errorCode: null })
  await kyc(verified)
  expect(events().map(({ type }) => type)).toEqual(['kyc.failed', 'kyc.failed', 'kyc.result'])
  expect(server.outside.inbox).toEqual([])
})

test('what never reached the authority tells nobody', async () => {
  await kyc({ kind: 'broken', reason: 'could not be reached (ECONNREFUSED)', isUnsent: true })
  const { customerOf } = server.outside.bank
  server.outside.bank.customerOf = () => Promise.reject(new UnusableAnswer('HTTP 200'))
  await kyc(verified)
  server.outside.bank.customerOf = customerOf
  expect([server.outside.inbox, events()]).toEqual([[], []])
})

test('the order of a server that died is told through the bank, once', async () => {
  const { orderId } = await openOrder(server, { mobile, token }, `REF-${++lastReference}`)
  await server.sql(`update orders set status = 'SUBMITTING', transaction_id = 'UKC:1', lease_token = '${randomUUID()}',
       lease_until = '${server.clock.now().toISOString()}' where id = '${orderId}'`)
  await Promise.all([server.settleAbandonedOrders(), server.settleAbandonedOrders()])
  await server.settleAbandonedOrders()
  await server.deliverDue()
  expect(events()).toMatchObject([{ type: 'kyc.failed', orderId, code: 'submission_interrupted' }])
  expect(server.outside.inbox).toEqual([])
})

describe('a bank with registered texts', () => {
  const secondBank = readBranding(
    join(import.meta.dirname, '../../../../../branding/example-second-bank.json'),
  )
  const order = { id: 'order', reference: 'REF', transactionId: 'UKC:1' } as OrderRecord
  const notMatching = {
    status: 'KYC_FAILURE',
    errorSource: 'authentication',
    errorCode: '300',
  } as OrderRecord
  const tell = (language: string | undefined, branding: Branding = secondBank, verdict = notMatching) => {
    const told = { phone: holder.phone, language }
    return messageForHolder({ branding, policy: defaultPolicy }, order, verdict, told, server.clock.now())
  }

  test('sends each by its own template, and its first where it has none in the language', () => {
    const texts = secondBank.sms?.texts?.holderNotMatched
    expect(tell('hi')?.body).toMatchObject({
      text: expect.stringMatching(/\p{Script=Devanagari}/u),
      dlt: { templateId: texts?.translations?.['hi']?.templateId },
    })
    for (const language of ['ta', 'as', undefined])
      expect(tell(language)?.body).toMatchObject({
        text: expect.stringContaining('did not match'),
        dlt: { templateId: texts?.templateId },
      })
  })

  test('tells a holder whose result the bank did not take that the fingerprint was right', () => {
    const notTaken = { ...notMatching, errorSource: null, errorCode: 'result_not_taken' }
    expect(tell(undefined, secondBank, notTaken)?.body).toMatchObject({
      text: expect.stringContaining('was verified by fingerprint, but the bank did not get the result'),
    })
  })

  test('sends no other, and tells by its own ways', () => {
    const { holderNotMatched: _text, ...texts } = secondBank.sms?.texts ?? {}
    const sms = { oneTimePassword: '{otp}', ...secondBank.sms, texts }
    expect(tell('hi', { ...secondBank, sms })?.kind).toBe('kyc-failed')
  })
})

test('the message is written with the verdict, sealed until it is delivered, and named by the order', async () => {
  server.outside.smsIsAway = true
  const { answer } = await kyc(notMatched)
  const [waits] = await waiting('holder-sms')
  expect(waits?.delivered).toBe(false)
  expect(waits?.body?.toString('latin1')).not.toContain(holder.phone)
  const named =
    await server.sql(`select o.kind from outbox o join orders on orders.agent_id = o.agent_id and steps->>'told' = o.id::text
     where transaction_id = '${String(answer['transactionId'])}'`)
  expect(named).toEqual([{ kind: 'holder-sms' }])

  server.outside.smsIsAway = false
  server.clock.advance(60_000)
  await server.deliverDue()
  expect(smsTo(holder.phone)).toHaveLength(1)
  expect(await waiting('holder-sms')).toEqual([{ body: null, delivered: true }])
})

test('an SMS to a holder holds up no OTP', async () => {
  server.outside.smsIsAway = true
  for (let count = 0; count < 12; count += 1) await kyc(notMatched)
  server.outside.smsIsAway = false
  await server.call('resetPassword', { username: mobile })
  await server.deliverDue()
  expect(smsTo(mobile)).toHaveLength(1)
})
