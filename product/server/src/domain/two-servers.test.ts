import { setTimeout as sleep } from 'node:timers/promises'

import { beforeEach, expect, test } from 'vitest'

import { openOrder as openOrderAt, submitOrder } from '../../testing/do-kyc.ts'
import { notMatched, verified } from '../../testing/outside/fake-outside.ts'
import { testCapture } from '../../testing/outside/test-capture.ts'
import { databaseOfFile } from '../../testing/database/test-database.ts'
import { serverOfFile, type TestAnswer, type TestServer } from '../../testing/test-server.ts'
import { manyPlaces, untilInPlace } from '../../testing/database/until-in-place.ts'
import { clockSkewMs } from './clocks.ts'

/** Two servers that share only their database. */
const databaseUrl = await databaseOfFile()
const policy = {
  ...manyPlaces,
  phonesPerAddress: 24,
  otpPhonesPerAddressPerHour: 6,
  wrongOtpsPerHour: 8,
  unknownReferencesPerHour: 4,
}
const one = await serverOfFile({ databaseUrl, policy })
const other = await serverOfFile({ databaseUrl, policy })
beforeEach(() => {
  other.clock.set(one.clock.now())
  for (const { outside } of [one, other]) {
    outside.asked.length = 0
    outside.results.length = 0
    outside.answer = async () => verified
  }
})

/** Makes all calls at the same time, the first on server `one`, the second on server `other`, and so on. */
function onBoth<T>(count: number, call: (server: TestServer, index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(index % 2 === 0 ? one : other, index)))
}

let lastReference = 0
function newReference(): string {
  const reference = `TWO-${++lastReference}`
  for (const { outside } of [one, other]) outside.references.set(reference, 'allowed')
  return reference
}

/**
 * Repeats the call after each 503 as a client does, because the server did nothing. On a busy machine, the
 * calls of a race wait longer than two seconds for one of the pool's eight connections. The 503 names no order.
 */
async function untilTaken(call: () => Promise<TestAnswer>): Promise<TestAnswer> {
  for (;;) {
    const answer = await call()
    if (answer.status !== 503) return answer
    await sleep(50)
  }
}

const checkReference = (server: TestServer, mobile: string, token: string, reference: string) =>
  untilTaken(() => openOrderAt(server, { mobile, token }, reference))

async function openOrder(mobile: string, token: string): Promise<string> {
  return (await checkReference(one, mobile, token, newReference()))['orderId'] as string
}

const submit = (server: TestServer, mobile: string, token: string, orderId: string, capture?: object) =>
  untilTaken(() =>
    submitOrder(server, { mobile, token }, orderId, capture && { biometricDeviceInfo: capture }),
  )

type OpenOrder = { mobile: string; token: string; orderId: string }

function ordersOfSeveral(agents: number, reference: string): Promise<OpenOrder[]> {
  return onBoth(agents, async server => {
    const { mobile, token } = await one.signedInAgent()
    const check = await checkReference(server, mobile, token, reference)
    return { mobile, token, orderId: check['orderId'] as string }
  })
}

function submitOf(server: TestServer, order: OpenOrder | undefined) {
  if (!order) throw new Error('there is no such order')
  const { mobile, token, orderId } = order
  return submit(server, mobile, token, orderId)
}

const asked = () => one.outside.asked.length + other.outside.asked.length
async function smsTo(mobile: string) {
  for (const server of [one, other]) await server.deliverDue()
  return [one, other].flatMap(({ outside }) => outside.inbox.filter(({ to }) => to === mobile))
}

const textOf = ({ status, response, transactionId }: TestAnswer) =>
  JSON.stringify([status, response, transactionId])

test('no check of a known reference counts as a guess, though the clocks of the servers differ', async () => {
  const { mobile, token } = await one.signedInAgent()
  expect((await checkReference(one, mobile, token, newReference())).response.success).toBe(true)
  other.clock.advance(-clockSkewMs)
  for (let checks = 0; checks <= 4; checks += 1)
    expect((await checkReference(other, mobile, token, newReference())).response.success).toBe(true)
})

test('[rule 2] 20 parallel submits to two servers ask the authority once and are told the same', async () => {
  const { mobile, token } = await one.signedInAgent()
  const orderId = await openOrder(mobile, token)
  const capture = testCapture(one.clock.now(), mobile)

  const answers = await onBoth(20, server => submit(server, mobile, token, orderId, capture))

  expect(asked()).toBe(1)
  expect(new Set(answers.map(textOf)).size).toBe(1)
  expect(answers[0]?.response.success).toBe(true)
})

test('[rule 2] a capture passes once, on whichever server; of two orders for a reference one succeeds', async () => {
  const { mobile, token } = await one.signedInAgent()
  const capture = testCapture(one.clock.now(), mobile)
  const orders = [await openOrder(mobile, token), await openOrder(mobile, token)]
  const answers = await onBoth(2, (server, index) =>
    submit(server, mobile, token, orders[index] ?? '', capture),
  )
  expect(answers.filter(({ response }) => response.success)).toHaveLength(1)
  expect(asked()).toBe(1)
})

test('[rule 2] of agents who submit one reference at once one succeeds, and the authority is asked once', async () => {
  const reference = newReference()
  const orders = await ordersOfSeveral(6, reference)

  const answers = await onBoth(6, (server, index) => submitOf(server, orders[index]))

  expect(answers.filter(({ response }) => response.success)).toHaveLength(1)
  expect(asked()).toBe(1)
  for (const order of orders) {
    const { success, code } = (await submitOf(one, order)).response
    expect(success || code === 'reference_done').toBe(true)
  }
  expect(asked()).toBe(1)
})

test('[rule 2] five fingers a day are compared around midnight too, though the clocks of the servers differ', async () => {
  // In India, it is 00:00:20 on server `one`, and 23:59:30 of the day before on server `other`.
  one.clock.set(new Date('2027-03-11T18:30:20Z'))
  other.clock.set(new Date('2027-03-11T18:29:30Z'))
  const reference = newReference()
  const orders = await ordersOfSeveral(8, reference)
  for (const { outside } of [one, other]) outside.answer = async () => notMatched

  for (const [index, order] of orders.entries()) await submitOf(index % 2 === 0 ? one : other, order)

  expect(asked()).toBe(5)
  const checked = await submitOf(other, orders.at(-1))
  expect(checked.response.code).toBe('reference_failed_often')
})

test('[rule 2] a claim whose server died keeps its reference from others until it is settled', async () => {
  const reference = newReference()
  const [first, second] = await ordersOfSeveral(2, reference)
  let answerLate = (): void => {}
  one.outside.answer = () => new Promise(late => (answerLate = () => late(verified)))
  const submitted = submitOf(one, first)
  await expect.poll(() => asked()).toBe(1)

  expect((await submitOf(other, second)).response.code).toBe('reference_in_work')
  for (const { clock } of [one, other]) clock.advance(60_000)
  expect((await submitOf(other, second)).response.code).toBe('reference_in_work')
  expect(await other.settleAbandonedOrders()).toBe(1)
  expect((await submitOf(other, second)).response.success).toBe(true)

  answerLate()
  expect((await submitted).response.success).toBe(false)
})

test('[rule 2] a claim whose server died is settled once, by whichever sweep comes first', async () => {
  const { mobile, token } = await one.signedInAgent()
  const orderId = await openOrder(mobile, token)
  let answerLate = (): void => {}
  one.outside.answer = () => new Promise(late => (answerLate = () => late(verified)))
  const submitted = submit(one, mobile, token, orderId)
  await expect.poll(() => asked()).toBe(1)
  for (const { clock } of [one, other]) clock.advance(60_000)

  const settled = await onBoth(6, server => server.settleAbandonedOrders())
  answerLate()

  expect(settled.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect((await submitted).response.success).toBe(false)
  const again = await submit(other, mobile, token, orderId)
  expect(textOf(again)).toBe(textOf(await submitted))
})

test('[rule 10] a session ends on both at once: by log-out, password, disabling and loss of the role', async () => {
  const endings: Record<string, (mobile: string, token: string) => Promise<unknown>> = {
    'log-out': (_mobile, token) => one.call('logout', {}, { token }),
    'a new password': async mobile => {
      const { otpDetails } = await one.call('resetPassword', { username: mobile })
      await one.setPassword(mobile, otpDetails)
    },
    disabling: mobile => one.sql('update agents set disabled_on = now() where mobile = $1', [mobile]),
  }
  for (const end of Object.values(endings)) {
    const { mobile, token } = await one.signedInAgent()
    const profile = () => other.call('getProfile', { username: mobile }, { token })
    expect((await profile()).status).toBe(200)
    await end(mobile, token)
    expect((await profile()).status).toBe(401)
  }

  const { mobile, token } = await one.signedInAgent()
  await one.sql('delete from agent_roles where agent_id = (select id from agents where mobile = $1)', [
    mobile,
  ])
  const statistics = await other.call('getStatistics', { id: mobile, timeframe: '1M' }, { token })
  expect(statistics.status).toBe(403)
})

test('[rule 12] failures at the one count at the other: parallel guesses at both compare five passwords', async () => {
  const { mobile } = await one.newAgent()
  await one.call('checkUser', { username: mobile })
  const answers = await onBoth(16, server => server.logIn(mobile, 'Wrong@2026'))
  expect(answers.filter(({ status }) => status !== 429)).toHaveLength(5)
  expect((await one.logIn(mobile)).status).toBe(429)
  expect((await other.logIn(mobile)).status).toBe(429)
})

test('[rule 12] phones checked from an address are counted over both, before they are checked', async () => {
  const address = '203.0.113.77'
  const check = (server: TestServer, mobile: string) =>
    untilInPlace(() => server.call('checkUser', { username: mobile }, { address }))
  await onBoth(20, (server, index) => check(server, String(9_800_000_000 + index)))
  const atOnce = await onBoth(16, (server, index) => check(server, String(9_810_000_000 + index)))
  expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(4)
  expect((await check(one, '9899999999')).status).toBe(429)
  expect((await check(other, '9899999999')).status).toBe(429)
  expect((await check(other, '9800000000')).status).toBe(200)
})

test('[rule 7] of parallel guesses at both at most five OTPs are compared, and asked at both one is sent', async () => {
  const { mobile } = await one.newAgent()
  const handles = await onBoth(10, server =>
    untilInPlace(() => server.call('resetPassword', { username: mobile })),
  )
  expect(new Set(handles.map(({ otpDetails }) => otpDetails.otpRefId)).size).toBe(1)
  const sent = await smsTo(mobile)
  expect(sent).toHaveLength(1)

  const otp = sent[0]?.text.slice(0, 6) ?? ''
  const guess = (server: TestServer, code: string) =>
    server.setPassword(mobile, handles[0]?.['otpDetails'], { otp: code })
  await onBoth(12, (server, index) => untilInPlace(() => guess(server, String(index).padStart(6, '1'))))
  expect((await guess(other, otp)).response.success).toBe(false)
})

test('[rule 12] sends of an address, wrong codes of it and the share of a phone are counted over both', async () => {
  const address = '203.0.113.88'
  const phones = await onBoth(9, (server, index) =>
    untilInPlace(() =>
      server.call('resetPassword', { username: String(9_820_000_000 + index) }, { address }),
    ),
  )
  expect(phones.filter(({ status }) => status === 200)).toHaveLength(6)

  const { mobile } = await one.newAgent()
  const handles = await onBoth(8, (server, index) =>
    untilInPlace(() =>
      server.call('resetPassword', { username: mobile }, { address: `198.51.100.${index}` }),
    ),
  )
  expect(new Set(handles.map(({ status }) => status))).toEqual(new Set([200]))
  const sent = await smsTo(mobile)
  expect(sent).toHaveLength(3)

  const guesses = await onBoth(12, server =>
    untilInPlace(() =>
      server.setPassword(mobile, { otpRefId: 'nobody' }, { otp: '000000', address: '203.0.113.89' }),
    ),
  )
  expect(guesses.filter(({ status }) => status === 200)).toHaveLength(8)
})
