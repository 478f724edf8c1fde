import { KycFailed, KycResult } from '@ekyc/contract/bank'
import { verifiedText } from '@ekyc/contract/refusals'
import { kycTexts } from '@ekyc/contract/texts'
import { Value } from 'typebox/value'
import { beforeEach, describe, expect, test } from 'vitest'

import { collectingLog } from '../../../testing/collecting-log.ts'
import { openOrder as openOrderOf, submitOrder } from '../../../testing/do-kyc.ts'
import { notMatched, verified, wadh } from '../../../testing/outside/fake-outside.ts'
import { testCapture } from '../../../testing/outside/test-capture.ts'
import { refusal } from '../../../testing/refusal.ts'
import { serverOfFile, serverOfTest, type TestAnswer } from '../../../testing/test-server.ts'
import { UnusableAnswer } from '../ports.ts'

const { log, lines } = collectingLog('warn')
// A hundred calls at once share eight connections. On a busy machine, the last ones wait longer than the usual two
// seconds.
const server = await serverOfFile({}, { log })
const { mobile, ...session } = await server.signedInAgent()
let { token } = session
beforeEach(() => {
  server.outside.asked.length = 0
  server.outside.answer = async () => verified
  server.outside.bankIsAway = false
})

async function openOrder(reference?: string): Promise<{ orderId: string; reference: string }> {
  const order = await openOrderOf(server, { mobile, token }, reference)
  if (!order.response.success) throw new Error(order.response.displayMsg)
  return order
}

function submit(orderId: string, capture: object = freshCapture(), more: object = {}, as = token) {
  return submitOrder(server, { mobile, token: as }, orderId, { biometricDeviceInfo: capture, ...more })
}

function freshCapture(differs: Parameters<typeof testCapture>[2] = {}) {
  return testCapture(server.clock.now(), mobile, differs)
}

/** Finds the orders of a reference. Many orders have the same time, so the first page of the list may lack them. */
async function listed(reference: string) {
  const found = await server.call('findOrders', { username: mobile, query: reference }, { token })
  return found['orders'] as object[]
}

describe('the outcome of a submit', () => {
  test('[API-13] a match answers with the transaction and is listed as a success', async () => {
    const { orderId, reference } = await openOrder()

    const answer = await submit(orderId)

    expect(answer.status).toBe(200)
    expect(answer.response.success).toBe(true)
    expect(answer['transactionId']).toMatch(/^UKC:[0-9a-f]{32}$/)
    expect(server.outside.asked).toHaveLength(1)
    expect(await listed(reference)).toMatchObject([
      {
        id: orderId,
        status: 'KYC_SUCCESS',
        transactionId: answer['transactionId'],
        tpsMsg: verifiedText,
      },
    ])
  })

  test("a mismatch is a refusal with the authority's reason, code and transaction", async () => {
    server.outside.answer = async () => notMatched
    const { orderId, reference } = await openOrder()

    const answer = await submit(orderId)

    expect(answer).toMatchObject({
      status: 200,
      response: {
        success: false,
        displayMsg: 'The fingerprint did not match. (300)',
        code: 'fingerprint_not_matched',
      },
      authority: { source: 'authentication', code: '300', action: 'A302' },
    })
    expect(await listed(reference)).toMatchObject([
      { status: 'KYC_FAILURE', transactionId: answer['transactionId'] },
    ])
  })

  test('[KYC-12] [rule 8] no answer in time is 504 and a failed order', async () => {
    server.outside.answer = async () => ({ kind: 'timed-out' })
    const { orderId, reference } = await openOrder()

    const answer = await submit(orderId)

    expect([answer.status, answer.response]).toEqual([504, refusal('authority_timeout')])
    expect(answer['transactionId']).toMatch(/^UKC:/)
    expect(await listed(reference)).toMatchObject([{ status: 'KYC_FAILURE', tpsMsg: kycTexts.timeoutError }])
  })

  test('a broken answer is a failure with its reason', async () => {
    server.outside.answer = async () => ({ kind: 'broken', reason: 'garbled' })
    const { orderId } = await openOrder()
    expect((await submit(orderId)).response).toEqual(refusal('authority_unusable'))
  })

  test('a bank that does not name its customer makes the order fail; the authority is not asked', async () => {
    const { orderId } = await openOrder()
    server.outside.bankIsAway = true
    expect((await submit(orderId)).response).toEqual(refusal('customer_not_fetched'))
    expect(server.outside.asked).toHaveLength(0)
  })

  test('a bank that answers unusably is not called late, and the log has the reason', async () => {
    const { orderId } = await openOrder()
    const { customerOf } = server.outside.bank
    server.outside.bank.customerOf = () => Promise.reject(new UnusableAnswer('HTTP 200'))
    expect((await submit(orderId)).response).toEqual(refusal('bank_unusable'))
    server.outside.bank.customerOf = customerOf
    expect(server.outside.asked).toHaveLength(0)
    expect(lines().filter(line => line['orderId'] === orderId)).toMatchObject([
      { msg: 'the bank gave no usable answer', reason: 'bank: no usable answer, HTTP 200' },
    ])
  })

  test('a fault of our own is no refusal, and leaves the claim to the sweep', async () => {
    const { orderId, reference } = await openOrder()
    const { customerOf } = server.outside.bank
    server.outside.bank.customerOf = () => Promise.reject(new Error('a fault'))
    expect((await submit(orderId)).status).toBe(500)
    server.outside.bank.customerOf = customerOf
    expect(server.outside.asked).toHaveLength(0)

    server.clock.advance(60_000)
    await server.settleAbandonedOrders()
    expect(await listed(reference)).toMatchObject([{ id: orderId, status: 'KYC_FAILURE' }])
    expect((await submit(orderId)).response).toEqual(refusal('submission_interrupted'))
  })

  test('a verified customer goes to the bank by the outbox, and is erased from it then', async () => {
    await server.deliverDue()
    const { orderId, reference } = await openOrder()
    await submit(orderId)
    server.outside.bankIsAway = true
    await server.deliverDue()
    const waiting = await server.sql(`select body from outbox where kind = 'kyc-result' and body is not null`)
    expect(waiting).toHaveLength(1)
    expect(Buffer.from(waiting[0]?.['body'] as Uint8Array).toString('latin1')).not.toContain('Test Customer')

    server.outside.bankIsAway = false
    server.clock.advance(60_000)
    await server.deliverDue()

    const delivered = server.outside.results.map(({ body }) => JSON.parse(body) as { orderId: string })
    expect(delivered.find(result => result.orderId === orderId)).toMatchObject({
      reference,
      outcome: 'KYC_SUCCESS',
      eKyc: { maskedId: 'XXXXXXXX8901', uidToken: 'token' },
    })
    // The id by which the bank drops repeats is in the signed body, too.
    for (const { id, body } of server.outside.results) {
      expect(JSON.parse(body)).toMatchObject({ id })
      const { type } = JSON.parse(body) as { type: string }
      const schema = type === 'kyc.failed' ? KycFailed : KycResult
      expect([...Value.Errors(schema, JSON.parse(body))]).toEqual([])
    }
    const left = await server.sql('select 1 from outbox where body is not null')
    expect(left).toHaveLength(0)
  })
})

describe('one order, one answer', () => {
  test('[rule 2] asked again, a final order gives its first answer whatever is sent', async () => {
    server.outside.answer = async () => notMatched
    const { orderId } = await openOrder()
    const first = await submit(orderId)
    server.outside.answer = async () => verified

    const second = await submit(orderId, freshCapture({ Hmac: 'broken' }))

    expect({ ...second, headers: {} }).toEqual({ ...first, headers: {} })
    expect(server.outside.asked).toHaveLength(1)
  })

  test('[rule 19] a capture passes once, on whatever order', async () => {
    const [one, other] = [await openOrder(), await openOrder()]
    const capture = freshCapture()
    await submit(one.orderId, capture)

    expect((await submit(other.orderId, capture)).response).toEqual(refusal('capture_used'))
    expect((await submit(other.orderId)).response.success).toBe(true)
  })
})

describe('[rule 19] before the claim a refusal leaves the order open', () => {
  test('a device that is not registered', async () => {
    const { orderId } = await openOrder()
    const refused = await submit(orderId, freshCapture({ tid: 'public' }))
    expect(refused.response).toEqual(refusal('capture_malformed'))
    expect(server.outside.asked).toHaveLength(0)
    expect((await submit(orderId)).response.success).toBe(true)
  })

  test('a capture from before the order', async () => {
    const { orderId } = await openOrder()
    const capturedOn = new Date(server.clock.now().getTime() - 2 * 60_000 - 2_000)
    const refused = await submit(orderId, testCapture(capturedOn, mobile))
    expect(refused.response).toEqual(refusal('capture_before_order'))
    expect((await submit(orderId)).response.success).toBe(true)
  })

  test('an order older than 24 hours', async () => {
    const { orderId, reference } = await openOrder()
    server.clock.advance(24 * 3_600_000 + 1)
    expect((await submit(orderId)).response).toEqual(refusal('order_expired'))
    expect((await openOrder(reference)).orderId).not.toBe(orderId)
  })
})

test('[rule 16] where consent is required, a submit without it is refused, and one with it keeps it', async () => {
  const strict = await serverOfTest({ databaseUrl: server.databaseUrl, consentRequired: true })
  strict.clock.set(server.clock.now())
  const { orderId } = await openOrderOf(strict, { mobile, token }, 'DBS10001')
  const consent = { version: '2', language: 'en', givenOn: strict.clock.now().toISOString(), ways: ['large'] }

  const without = await submitOrder(strict, { mobile, token }, orderId)
  const withIt = await submitOrder(strict, { mobile, token }, orderId, { consent })
  const kept = await strict.sql('select consent from orders where id = $1', [orderId])

  expect(without.response).toEqual(refusal('consent_missing'))
  expect(withIt.response.success).toBe(true)
  expect(kept).toEqual([{ consent: { ...consent, textHash: expect.stringMatching(/^[0-9a-f]{64}$/) } }])
})

describe('[rule 16] the moment of a consent', () => {
  const withConsent = (orderId: string, givenOn: string) =>
    submit(orderId, freshCapture(), { consent: { version: '2', language: 'en', givenOn } })
  const at = (ms: number) => new Date(server.clock.now().getTime() + ms)

  test.each([
    ['no date', () => 'not a date'],
    ['more than two minutes ahead', () => at(2 * 60_000 + 1).toISOString()],
    ['older than a capture may be', () => at(-10 * 60_000 - 1).toISOString()],
  ])('that is %s is refused by its name, and the order stays open', async (_what, givenOn) => {
    const { orderId } = await openOrder()
    const refused = await withConsent(orderId, givenOn())
    expect([refused.status, refused.response.code, refused.response.displayMsg]).toEqual([
      400,
      'field_invalid',
      "The field 'consent.givenOn' is not valid.",
    ])
    expect((await withConsent(orderId, at(0).toISOString())).response.success).toBe(true)
    // A final order gives its first answer, however old the consent of a repeated submit is by now.
    expect((await withConsent(orderId, 'not a date')).response.success).toBe(true)
  })

  test.each([
    ['ten minutes ago', () => at(-10 * 60_000).toISOString()],
    ['two minutes ahead', () => at(2 * 60_000).toISOString()],
  ])('%s is taken', async (_what, givenOn) => {
    const { orderId } = await openOrder()
    expect((await withConsent(orderId, givenOn())).response.success).toBe(true)
  })
})

test("[rule 4] another agent's order, one that does not exist and one that is no id answer the same", async () => {
  const { orderId } = await openOrder()
  const stranger = await server.signedInAgent()
  const answers = []
  for (const id of [orderId, '01890000-0000-7000-8000-000000000000', 'x'])
    answers.push(await submitOrder(server, stranger, id))
  for (const { status, response } of answers) expect([status, response]).toEqual([403, refusal('not_yours')])
})

describe('the reference', () => {
  const check = (dbsRefCode: string, as = { mobile, token }) =>
    server.call('checkReference', { mobile: as.mobile, username: as.mobile, dbsRefCode }, as)
  async function newAgent(): Promise<(reference: string) => Promise<TestAnswer>> {
    const agent = await server.signedInAgent()
    return reference => check(reference, agent)
  }

  test('[API-12] a known one opens an order with the wadh; asked again, it is the same order for 24 hours', async () => {
    server.outside.references.set('KNOWN', 'allowed')
    const answer = await check('KNOWN')
    expect(answer).toMatchObject({ response: { success: true }, biometricConstants: { wadh } })
    expect((await check('KNOWN'))['orderId']).toBe(answer['orderId'])
    server.clock.advance(24 * 3_600_000)
    expect((await check('KNOWN'))['orderId']).not.toBe(answer['orderId'])
  })

  test('unknown, not allowed, already done and a bank that is away each say so', async () => {
    server.outside.references.set('CLOSED', 'not-allowed')
    const done = await openOrder('DONE')
    await submit(done.orderId)

    expect((await check('NOBODY')).response).toEqual(refusal('reference_unknown'))
    expect((await check('CLOSED')).response).toEqual(refusal('reference_not_allowed'))
    expect((await check('DONE')).response).toEqual(refusal('reference_done'))
    server.outside.bankIsAway = true
    const away = await check('REF-NEW')
    expect([away.status, away.response, Number(away.headers['retry-after'])]).toEqual([
      503,
      refusal('bank_away'),
      5,
    ])
  })

  test('neither a fault of our own nor a bank that is away uses up one of the 30', async () => {
    const ask = await newAgent()
    const { look } = server.outside.bank
    server.outside.bank.look = () => Promise.reject(new Error('a fault'))
    for (let tried = 0; tried < 31; tried += 1) expect((await ask('FAULT')).status).toBe(500)
    server.outside.bank.look = look
    server.outside.bankIsAway = true
    for (let tried = 0; tried < 31; tried += 1) expect((await ask('AWAY')).status).toBe(503)
    server.outside.bankIsAway = false
    expect((await ask('FAULT')).response).toEqual(refusal('reference_unknown'))
  })

  test('five mismatches in an India day close it until the next; a locked number does not count', async () => {
    server.clock.set(new Date('2027-06-01T10:00:00Z'))
    token = await server.signIn(mobile)
    const fail = async (errorCode: string) => {
      server.outside.answer = async () => ({ ...notMatched, errorCode })
      await submit((await openOrder('HARD')).orderId)
    }
    for (const code of ['330', '300', '300', '300', '300', '300']) await fail(code)
    expect((await check('HARD')).response).toEqual(refusal('reference_failed_often'))

    server.clock.set(new Date('2027-06-01T18:30:00Z'))
    expect((await check('HARD')).response.success).toBe(true)
  })

  test('whose order is being submitted is that order, though its 24 hours are over', async () => {
    const { orderId, reference } = await openOrder()
    let answer = () => {}
    server.outside.answer = () => new Promise(resolve => (answer = () => resolve(verified)))
    server.clock.advance(24 * 3_600_000 - 1)
    const submitted = submit(orderId)
    await expect.poll(() => server.outside.asked).toHaveLength(1)
    server.clock.advance(1)
    expect((await check(reference))['orderId']).toBe(orderId)
    answer()
    expect((await submitted).response.success).toBe(true)
  })

  test('30 unknown ones an hour is the limit for checks made at once, too; known ones count for nothing', async () => {
    const ask = await newAgent()
    let looked = 0
    const look = server.outside.bank.look
    server.outside.bank.look = reference => ((looked += 1), look(reference))
    for (let known = 0; known < 5; known += 1) {
      server.outside.references.set(`OWN-${known}`, 'allowed')
      expect((await ask(`OWN-${known}`)).response.success).toBe(true)
    }
    looked = 0
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => ask(`AT-ONCE-${index}`)))
    server.outside.bank.look = look

    expect(looked).toBe(30)
    const codes = answers.map(({ response }) => response.code)
    expect(codes.filter(code => code === 'reference_unknown')).toHaveLength(30)
    expect(codes.filter(code => code === 'too_many_unknown_references')).toHaveLength(70)
    server.outside.references.set('REAL', 'allowed')
    expect((await ask('REAL')).response).toEqual(refusal('too_many_unknown_references'))
    server.clock.advance(3_600_001)
    expect((await ask('REAL')).response.success).toBe(true)
  })

  test('120 checks an hour is the limit of an agent, made at once or not; then it is told when to come again', async () => {
    const askOne = await newAgent()
    const ask = (index: number) => {
      server.outside.references.set(`MANY-${index}`, 'allowed')
      return askOne(`MANY-${index}`)
    }
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => ask(index)))
    server.clock.advance(20 * 60_000)
    const later = await Promise.all(Array.from({ length: 100 }, (_, index) => ask(100 + index)))

    const opened = [...answers, ...later].filter(({ response }) => response.success)
    expect(opened.length).toBeGreaterThan(0)
    expect(opened.length).toBeLessThanOrEqual(120)
    const refused = await ask(300)
    expect([refused.status, refused.response.code, Number(refused.headers['retry-after'])]).toEqual([
      429,
      'too_many_reference_checks',
      40 * 60,
    ])
    expect(refused.response.displayMsg).toContain('40 minutes')
    server.clock.advance(40 * 60_000)
    expect((await ask(300)).response.success).toBe(true)
  })
})
