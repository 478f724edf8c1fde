import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { openOrder, submitOrder } from '../../testing/do-kyc.ts'
import { verified } from '../../testing/outside/fake-outside.ts'
import { databaseOfFile } from '../../testing/database/test-database.ts'
import { serverOfFile, serverOfTest } from '../../testing/test-server.ts'
import type { AuthorityVerdict } from './ports.ts'

/** Two servers that measure the clock of their database. The first one's own clock is right. */
const databaseUrl = await databaseOfFile()
const settings = { databaseUrl, authorityTimeoutMs: 25_000 }
const one = await serverOfFile(settings, { databaseClock: 'its own' })
const other = await serverOfFile(settings, { databaseClock: 'its own' })
await setClocks(0)
const agent = await one.signedInAgent()
const colleague = await one.signedInAgent()
beforeEach(async () => {
  await setClocks(0)
  await one.sql('delete from outbox')
  for (const { outside } of [one, other]) {
    outside.inbox.length = 0
    outside.results.length = 0
  }
})
afterEach(() => vi.restoreAllMocks())

async function setClocks(apartMs: number): Promise<void> {
  const [row] = await one.sql<{ at: Date }>('select clock_timestamp() as at')
  if (!row) throw new Error('the database tells no time')
  one.clock.set(row.at)
  other.clock.set(new Date(row.at.getTime() + apartMs))
}

/** Lets time pass for leases and holds, by moving their ends towards the past. */
async function pass(seconds: number): Promise<void> {
  for (const [table, end] of [
    ['orders', 'lease_until'],
    ['outbox', 'next_attempt_on'],
    ['reference_records', 'claimed_until'],
  ])
    await one.sql(`update ${table} set ${end} = ${end} - interval '${seconds} s'`)
}

let lastReference = 0
const newReference = () => `APART-${(lastReference += 1)}`

/** Submits an order. The authority answers only when the test calls `answer`. */
async function submitSlowly(reference = newReference(), server = one, by = agent) {
  const { orderId } = await openOrder(server, by, reference)
  let answer: (verdict: AuthorityVerdict) => void = () => {}
  const asked = new Promise<void>(resolve => {
    server.outside.answer = () => {
      resolve()
      return new Promise(late => (answer = late))
    }
  })
  const submitted = submitOrder(server, by, orderId)
  await asked
  return { submitted, answer, orderId }
}

async function requestOtp(): Promise<void> {
  const { mobile } = await one.newAgent({ password: undefined })
  lastBeginner += 1
  const { status } = await one.call('checkUser', { username: mobile }, { address: `10.0.0.${lastBeginner}` })
  expect(status).toBe(200)
}
let lastBeginner = 0

const results = () => [one, other].flatMap(({ outside }) => outside.results)
const texts = () => [one, other].flatMap(({ outside }) => outside.inbox)

describe.each([59, -59])('[rules 2, 8] a server whose clock is %i s ahead of the other', seconds => {
  beforeEach(() => setClocks(seconds * 1_000))

  test('leaves a submit of 30 s to the other, which settles it by its verdict', async () => {
    const { submitted, answer } = await submitSlowly()
    await pass(30)
    expect(await other.settleAbandonedOrders('recent')).toBe(0)
    expect(await other.settleAbandonedOrders()).toBe(0)
    answer(verified)
    expect((await submitted).response.success).toBe(true)
  })

  test('settles a submit within the usual time when the other died', async () => {
    const { submitted, answer, orderId } = await submitSlowly()
    await pass(35)
    expect(await other.settleAbandonedOrders('recent')).toBe(0)
    await pass(10)
    expect(await other.settleAbandonedOrders('recent')).toBe(1)
    answer(verified)
    expect((await submitted).response.success).toBe(false)
    const [order] = await one.sql('select error_code from orders where id = $1', [orderId])
    expect(order).toEqual({ error_code: 'submission_interrupted' })
  })

  test('lets no other agent have the reference of a submit that the other runs', async () => {
    const reference = newReference()
    const { orderId } = await openOrder(other, colleague, reference)
    const { submitted, answer } = await submitSlowly(reference)
    await pass(30)
    expect((await submitOrder(other, colleague, orderId)).response.code).toBe('reference_in_work')
    answer(verified)
    expect((await submitted).response.success).toBe(true)
    expect((await submitOrder(other, colleague, orderId)).response.code).toBe('reference_done')
  })

  test('sends no message that the other is sending, and soon one that the other left', async () => {
    const ends: (() => void)[] = []
    const hang = () => new Promise<void>(resolve => ends.push(resolve))
    vi.spyOn(one.outside.sms, 'send').mockImplementation(hang)
    vi.spyOn(one.outside.bank, 'deliverResult').mockImplementation(hang)
    const { submitted, answer } = await submitSlowly()
    answer(verified)
    await submitted
    await requestOtp()
    const delivered = one.deliverDue()
    await expect.poll(() => ends).toHaveLength(2)

    await other.outbox.recall()
    expect(await other.deliverDue()).toBe(0)
    await pass(20)
    expect(await other.deliverDue()).toBe(0)
    await pass(15)
    expect(await other.deliverDue()).toBe(2)
    expect([results().length, texts().length]).toEqual([1, 1])
    for (const end of ends) end()
    await delivered
  })
})

test.each([3_600, -3_600])(
  '[rules 2, 8] a server whose own clock is set by %i s settles its submit, and sends its result once',
  async seconds => {
    const { submitted, answer } = await submitSlowly()
    one.clock.advance(seconds * 1_000)
    for (const { settleAbandonedOrders } of [one, other])
      expect(await settleAbandonedOrders('recent')).toBe(0)
    answer(verified)
    expect((await submitted).response.success).toBe(true)
    one.clock.advance(-seconds * 1_000)
    for (const server of [one, other]) await server.deliverDue()
    expect(results()).toHaveLength(1)
  },
)

test.each([
  ['slow', 9],
  ['fast', -9],
] as const)(
  '[rules 2, 8] a submit of a server that died is swept at once, with the clock of the database nine days %s',
  async (_way, days) => {
    for (const { clock } of [one, other]) clock.advance(days * 86_400_000)
    const { submitted, answer } = await submitSlowly(newReference(), one, await one.signedInAgent())
    await pass(45)
    expect(await other.settleAbandonedOrders('recent')).toBe(1)
    answer(verified)
    expect((await submitted).response.success).toBe(false)
  },
)

test('[rules 2, 8] leases and holds last longer than any time-outs that the settings allow', async () => {
  const { bank, sms } = one.config
  const slow = await serverOfTest(
    {
      databaseUrl,
      authorityTimeoutMs: 60_000,
      bank: { ...bank, deadlineMs: 30_000 },
      sms: { ...sms, deadlineMs: 30_000 },
    },
    { databaseClock: 'its own' },
  )
  slow.clock.set(one.clock.now())
  const { submitted, answer } = await submitSlowly(newReference(), slow)
  await pass(90)
  expect(await other.settleAbandonedOrders()).toBe(0)
  answer(verified)
  expect((await submitted).response.success).toBe(true)

  let end = () => {}
  vi.spyOn(slow.outside.sms, 'send').mockImplementation(() => new Promise(resolve => (end = resolve)))
  await requestOtp()
  await pass(5)
  const delivered = slow.deliverDue()
  await expect.poll(() => slow.outside.sms.send).toHaveBeenCalled()
  await pass(40)
  await other.deliverDue()
  expect(texts()).toEqual([])
  end()
  await delivered
})

test('[rule 2] a server measures the clock of the database before each sweep', async () => {
  const measure = vi.spyOn(one.open.clock, 'measure')
  const takeOver = vi.spyOn(one.open.database.orders, 'takeOverExpired')
  one.jobs.sweep.start()
  await expect.poll(() => takeOver).toHaveBeenCalled()
  expect(measure.mock.invocationCallOrder[0]).toBeLessThan(takeOver.mock.invocationCallOrder[0] ?? 0)
})
