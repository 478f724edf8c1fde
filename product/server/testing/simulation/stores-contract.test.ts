import { setImmediate as turn } from 'node:timers/promises'

import type { StoredReason } from '@ekyc/contract/exceptions'
import { afterAll, describe, expect, test } from 'vitest'

import { addOrderPartitions } from '../../src/database/schema/order-partitions.ts'
import { openDatabase } from '../../src/database/link/open-database.ts'
import { createAuditSeals } from '../../src/domain/audit/audit-seal.ts'
import { clockSkewMs, dayMs, hourMs, minuteMs } from '../../src/domain/clocks.ts'
import type { OrderKey } from '../../src/database/kyc/orders.ts'
import { Conflict } from '../../src/domain/stores.ts'
import { allTime, monthOf } from '../../src/domain/calendar.ts'
import { newId } from '../../src/domain/ids.ts'
import { insertRows } from '../database/run-sql.ts'
import { databaseOfFile } from '../database/test-database.ts'
import { createTables, memoryDatabase, type MemoryDatabase } from './memory-stores.ts'
import { createMemory, type Wire } from './memory-transactions.ts'

const now = new Date('2027-03-10T06:30:00.000Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const day = '2027-03-10'

/** The same cases run on each implementation, which shows that both behave alike. */
const implementations = [
  ['the memory of the simulation', await openMemory()],
  ['PostgreSQL', await openPostgres()],
] as const

describe.each(implementations)('%s', (_name, { database, agents: [agent, otherAgent] }) => {
  const { orders, references, exceptions, quotas, outbox } = database

  let lastReference = 0
  const newReference = () => `REF-${(lastReference += 1)}`
  const newOrder = (reference = newReference(), agentId = agent) => ({
    agentId,
    id: newId(now),
    reference,
    createdOn: now,
    expiresOn: later(hourMs),
  })
  const claimOf = (order: OrderKey, leaseToken = newId(now), at = now) => ({
    order,
    at,
    leaseToken,
    leaseUntil: later(minuteMs),
    transactionId: `UKC:${leaseToken.slice(0, 8)}`,
    consent: undefined,
    device: { dpId: '', rdsId: '', rdsVer: '', mi: '' },
    steps: {},
  })
  const newLease = () => ({ leaseToken: newId(now), leaseUntil: later(2 * minuteMs) })
  const holdOf = (reference: string, orderId = newId(now), at = now) => ({
    reference,
    orderId,
    at,
    holdUntil: new Date(at.getTime() + 5 * minuteMs),
    latestHold: new Date(at.getTime() + 6 * minuteMs),
    mostFailures: 5,
  })

  async function openedOrder(reference?: string) {
    const order = newOrder(reference)
    await orders.open(order)
    return order
  }

  async function claimedOrder() {
    const order = await openedOrder()
    const claim = claimOf(order)
    await orders.claim(claim)
    return { ...claim, order }
  }

  describe('orders', () => {
    test('an opened order is found by its agent and id alone, and its verdict is empty', async () => {
      const order = await openedOrder()
      const empty = { transactionId: null, outcome: null, message: null, errorSource: null, errorCode: null }
      expect(await orders.find(agent, order.id)).toMatchObject({
        ...order,
        ...empty,
        status: 'INIT',
      })
      expect(await orders.find(otherAgent, order.id)).toBeUndefined()
      expect(await orders.find(agent, newId(now))).toBeUndefined()
    })

    test('an agent has one open order for a reference, another agent has their own', async () => {
      const order = await openedOrder()
      await expect(orders.open(newOrder(order.reference))).rejects.toThrow(Conflict)
      await orders.open(newOrder(order.reference, otherAgent))
      const openOrder = await orders.findOpen(agent, order.reference)
      expect(openOrder).toMatchObject({ id: order.id, status: 'INIT' })
    })

    test('findOpen finds an open and a submitted order of its period, and no final one', async () => {
      const { order, leaseToken } = await claimedOrder()
      const find = (period?: { from: Date; before: Date }) => orders.findOpen(agent, order.reference, period)
      expect(await find()).toMatchObject({ id: order.id, status: 'SUBMITTING' })
      expect(await find(monthOf(now))).toMatchObject({ id: order.id })
      expect(await find(monthOf(later(40 * dayMs)))).toBeUndefined()
      await orders.settle({ order, leaseToken, at: now, ...failure, steps: {} })
      expect(await find()).toBeUndefined()
    })

    test('an order expires at its end, and not once it is claimed; then another one may be opened', async () => {
      const order = await openedOrder()
      await orders.expire(order, later(hourMs - 1))
      expect(await orders.find(agent, order.id)).toMatchObject({ status: 'INIT' })
      await orders.expire(order, later(hourMs))
      expect(await orders.find(agent, order.id)).toMatchObject({ status: 'EXPIRED' })
      await orders.open(newOrder(order.reference))

      const claimed = await claimedOrder()
      await orders.expire(claimed.order, later(dayMs))
      expect(await orders.find(agent, claimed.order.id)).toMatchObject({ status: 'SUBMITTING' })
    })

    test('an order is claimed once, and before its end', async () => {
      const { order, transactionId } = await claimedOrder()
      expect(await orders.find(agent, order.id)).toMatchObject({
        status: 'SUBMITTING',
        transactionId,
      })
      await expect(orders.claim(claimOf(order))).rejects.toThrow(Conflict)
      const late = await openedOrder()
      await expect(orders.claim(claimOf(late, newId(now), later(hourMs)))).rejects.toThrow(Conflict)
      await expect(orders.claim(claimOf(newOrder()))).rejects.toThrow(Conflict)
    })

    test('the holder of the token alone settles an order, once', async () => {
      const { order, leaseToken } = await claimedOrder()
      const settle = (token: string) =>
        orders.settle({ order, leaseToken: token, at: now, ...failure, steps: {} })
      await expect(settle(newId(now))).rejects.toThrow(Conflict)
      const { authorityCode: _, ...told } = failure
      expect(await settle(leaseToken)).toMatchObject({ id: order.id, reference: order.reference, ...told })
      expect(await orders.find(agent, order.id)).toMatchObject(told)
      await expect(settle(leaseToken)).rejects.toThrow(Conflict)
    })

    test('a claim is taken over at the end of its lease, or when that is later than any; the old token ends', async () => {
      const { order, leaseToken } = await claimedOrder()
      const idsOf = async (
        at: Date,
        period?: { from: Date; before: Date },
        latestLease = later(10 * minuteMs),
      ) => {
        const expiredOrders = await orders.takeOverExpired({
          at,
          latestLease,
          ...(period ?? allTime),
          ...newLease(),
        })
        return expiredOrders.map(({ id }) => id).filter(id => id === order.id)
      }
      expect(await idsOf(later(minuteMs - 1))).toEqual([])
      expect(await idsOf(later(minuteMs), monthOf(later(40 * dayMs)))).toEqual([])
      expect(await idsOf(later(minuteMs))).toEqual([order.id])
      expect(await idsOf(later(minuteMs))).toEqual([])
      expect(await idsOf(now, monthOf(now), later(2 * minuteMs - 1))).toEqual([order.id])
      await expect(orders.settle({ order, leaseToken, at: now, ...failure, steps: {} })).rejects.toThrow(
        Conflict,
      )
    })

    test('a capture is used once, under each of its hashes', async () => {
      const [one = empty, two = empty, three = empty] = [1, 2, 3].map(() => Buffer.from(newId(now)))
      const use = (...captureHashes: Uint8Array[]) =>
        orders.useCapture({ captureHashes, agentId: agent, orderId: newId(now), at: now })
      expect([await use(one, two), await use(one), await use(three, two)]).toEqual([true, false, false])
    })
  })

  describe('references', () => {
    test('a reference is held for one order; a running order counts no failure yet', async () => {
      const reference = newReference()
      expect(await references.history(reference, now)).toEqual({
        hasSucceeded: false,
        failuresToday: 0,
      })
      const hold = holdOf(reference)
      expect(await references.claim(hold)).toBe(1)
      expect(await references.claim(holdOf(reference))).toBeUndefined()
      expect(await references.history(reference, now)).toEqual({
        hasSucceeded: false,
        failuresToday: 0,
      })
      expect(await references.history(reference, hold.holdUntil)).toMatchObject({
        failuresToday: 1,
      })
      expect(await references.release({ reference, orderId: newId(now), at: now, end: 'other' })).toBe(false)
    })

    test.each([
      ['mismatched', { hasSucceeded: false, failuresToday: 1 }, true],
      ['other', { hasSucceeded: false, failuresToday: 0 }, true],
      ['verified', { hasSucceeded: true, failuresToday: 0 }, false],
    ] as const)('a claim that has %s leaves %j', async (end, history, isFree) => {
      const reference = newReference()
      const hold = holdOf(reference)
      await references.claim(hold)
      const release = { reference, orderId: hold.orderId, at: now, end }
      expect([await references.release(release), await references.release(release)]).toEqual([true, false])
      expect(await references.history(reference, now)).toEqual(history)
      expect((await references.claim(holdOf(reference))) !== undefined).toBe(isFree)
    })

    test('failures of a day are limited; the next day counts anew, and a day that another server began goes on', async () => {
      const reference = newReference()
      const fail = async (at: Date, onDay: string) => {
        const hold = { ...holdOf(reference, newId(now), at), day: onDay, mostFailures: 2 }
        const isClaimed = await references.claim(hold)
        if (isClaimed) await references.release({ ...hold, end: 'mismatched' })
        return isClaimed
      }
      const midnight = new Date('2027-03-10T18:30:00.000Z')
      const before = new Date(midnight.getTime() - clockSkewMs / 2)
      expect([await fail(now, day), await fail(now, day), await fail(now, day)]).toEqual([1, 2, undefined])
      expect([await fail(midnight, '2027-03-11'), await fail(before, day), await fail(before, day)]).toEqual([
        1,
        2,
        undefined,
      ])
      expect(await references.history(reference, before)).toMatchObject({ failuresToday: 2 })
      expect(await references.history(reference, now)).toMatchObject({ failuresToday: 0 })
    })

    test('a hold that has run out, or is longer than any, makes room; its order can release it no more', async () => {
      const reference = newReference()
      const first = holdOf(reference)
      await references.claim(first)
      const second = holdOf(reference, newId(now), first.holdUntil)
      expect(await references.claim(second)).toBe(2)
      expect(await references.release({ ...first, end: 'verified' })).toBe(false)
      const third = { ...holdOf(reference), latestHold: new Date(second.holdUntil.getTime() - 1) }
      expect(await references.claim(third)).toBe(3)
    })
  })

  test("an exception is one an order; the server's own reason replaces none", async () => {
    const orderId = newId(now)
    const dueBy = later(hourMs)
    const put = (reason: StoredReason, tries: number) =>
      exceptions.put({
        agentId: agent,
        orderId,
        reference: 'REF',
        reason,
        needs: undefined,
        tries,
        openedOn: now,
        dueBy,
      })
    const opened = { openedOn: now, dueBy, decision: null }
    expect(await exceptions.find(agent, orderId)).toBeUndefined()
    expect(await put('not_recognised', 5)).toEqual({ ...opened, reason: 'not_recognised', tries: 5 })
    expect(await put('worn', 0)).toEqual({ ...opened, reason: 'worn', tries: 5 })
    expect(await put('not_recognised', 5)).toEqual({ ...opened, reason: 'worn', tries: 5 })
    expect(await exceptions.find(agent, orderId)).toMatchObject({ reason: 'worn' })
    expect(await exceptions.find(otherAgent, orderId)).toBeUndefined()
  })

  test('a quota is taken up to its limit, given back, and begins anew after its period or before its clock', async () => {
    const subject = newId(now)
    const quota = (at: Date) => ({
      subject,
      kind: 'test',
      at,
      since: new Date(at.getTime() - hourMs),
      latest: new Date(at.getTime() + minuteMs),
      limit: 2,
    })
    const take = (at: Date) => quotas.take(quota(at))
    expect(await quotas.spentBetween(quota(now))).toBeUndefined()
    expect([await take(now), await take(later(1)), await take(later(2))]).toEqual([true, true, false])
    expect(await quotas.spentBetween(quota(later(2)))).toEqual(now)
    await quotas.giveBack({ subject, kind: 'test', latest: later(-1) })
    expect(await take(now)).toBe(false)
    await quotas.giveBack({ subject, kind: 'test', latest: now })
    expect([await take(now), await take(now)]).toEqual([true, false])
    expect([await take(later(hourMs - 1)), await take(later(hourMs)), await take(later(hourMs))]).toEqual([
      false,
      true,
      true,
    ])
    expect([await take(later(hourMs - minuteMs)), await take(later(hourMs - minuteMs - 1))]).toEqual([
      false,
      true,
    ])
  })

  describe('the outbox', () => {
    const put = async (id = newId(now), kind: 'sms' | 'kyc-result' = 'kyc-result') => {
      const of = { agentId: agent, id, kind, at: now, expiresOn: later(dayMs) }
      const entry = { ...of, body: Buffer.from('body'), isDecoy: false }
      await outbox.put(entry)
      return entry
    }
    const idsOf = (taken: { id: string }[]) => taken.map(({ id }) => id)

    test('a due message of the kind is taken once, and again when its hold is over', async () => {
      const [entry, sms] = [await put(), await put(newId(now), 'sms')]
      const take = (at: Date) =>
        outbox.takeDue({ kind: 'kyc-result', at, heldUntil: later(minuteMs), limit: 20 })
      expect(await take(later(-1))).toEqual([])
      expect(await take(now)).toMatchObject([{ id: entry.id, attempts: 1, expiresOn: entry.expiresOn }])
      expect(await take(later(minuteMs - 1))).toEqual([])
      expect(await take(later(minuteMs))).toMatchObject([{ id: entry.id, attempts: 2 }])
      await outbox.reschedule({
        agentId: agent,
        id: entry.id,
        nextAttemptOn: later(2 * minuteMs),
        error: 'away',
      })
      expect(idsOf(await take(later(2 * minuteMs)))).toEqual([entry.id])
      await outbox.reschedule({ agentId: agent, id: entry.id, nextAttemptOn: later(hourMs), error: 'away' })
      await outbox.recall({ at: later(3 * minuteMs), latestAttempt: later(hourMs - 1) })
      expect(idsOf(await take(later(3 * minuteMs)))).toEqual([entry.id])
      await outbox.markDelivered({ agentId: agent, id: entry.id, at: now })
      expect(await take(later(dayMs))).toEqual([])
      await outbox.markDead({ agentId: agent, id: sms.id, at: now, error: 'expired' })
      expect(
        await outbox.takeDue({ kind: 'sms', at: later(dayMs), heldUntil: later(2 * dayMs), limit: 20 }),
      ).toEqual([])
    })

    test('takeDue finds messages up to its limit', async () => {
      await Promise.all([put(), put(), put()])
      expect(
        await outbox.takeDue({ kind: 'kyc-result', at: now, heldUntil: later(dayMs), limit: 2 }),
      ).toHaveLength(2)
      expect(
        await outbox.takeDue({ kind: 'kyc-result', at: now, heldUntil: later(dayMs), limit: 20 }),
      ).toHaveLength(1)
      expect(
        await outbox.takeDue({ kind: 'kyc-result', at: now, heldUntil: later(dayMs), limit: 20 }),
      ).toEqual([])
    })

    test('of takers at once each gets messages of its own', async () => {
      const entries = await Promise.all(Array.from({ length: 12 }, () => put()))
      const takenEntries = await Promise.all(
        Array.from({ length: 4 }, () =>
          outbox.takeDue({ kind: 'kyc-result', at: now, heldUntil: later(dayMs), limit: 20 }),
        ),
      )
      expect(idsOf(takenEntries.flat()).toSorted()).toEqual(idsOf(entries).toSorted())
    })
  })

  describe('transactions', () => {
    test('others see the writes after the commit, and nothing of them after an error', async () => {
      const order = newOrder()
      const seen: unknown[] = []
      const transact = (error?: Error) =>
        database.transaction(async stores => {
          await stores.orders.open(order)
          seen.push((await stores.orders.find(agent, order.id))?.status)
          seen.push((await orders.find(agent, order.id))?.status)
          if (error) throw error
        })
      await expect(transact(new Error('no'))).rejects.toThrow('no')
      expect(await orders.find(agent, order.id)).toBeUndefined()
      await transact()
      expect(seen).toEqual(['INIT', undefined, 'INIT', undefined])
      expect(await orders.find(agent, order.id)).toMatchObject({ status: 'INIT' })
    })

    test.each([true, false])(
      'a second opening waits for the first one, whose commit is %s',
      async isCommitted => {
        const reference = newReference()
        const [first, second] = [newOrder(reference), newOrder(reference)]
        let end = (): void => {}
        let isHeld = (): void => {}
        const holding = new Promise<void>(resolve => (isHeld = resolve))
        const transacted = database
          .transaction(async stores => {
            await stores.orders.open(first)
            isHeld()
            await new Promise<void>(resolve => (end = resolve))
            if (!isCommitted) throw new Conflict()
          })
          .catch(() => {})
        await holding
        const opening = orders.open(second).then(
          () => 'opened',
          (error: unknown) => (error instanceof Conflict ? 'conflict' : error),
        )
        end()
        await transacted
        expect(await opening).toBe(isCommitted ? 'conflict' : 'opened')
        expect((await orders.findOpen(agent, reference))?.id).toBe((isCommitted ? first : second).id)
      },
    )
  })
})

const empty = Buffer.alloc(0)
const failure = {
  status: 'KYC_FAILURE',
  outcome: 'refused',
  message: 'The fingerprint did not match. (300)',
  errorSource: 'authentication',
  errorCode: '300',
  authorityCode: 'code',
  action: 'A302',
} as const

type Implementation = { database: MemoryDatabase; agents: [string, string] }

async function openPostgres(): Promise<Implementation> {
  const seals = createAuditSeals([Buffer.alloc(32, 8)])
  const { database, runner, close } = openDatabase(await databaseOfFile(), seals, { connections: 12 })
  afterAll(close)
  await addOrderPartitions(runner, now)
  const agents: [string, string] = [newId(now), newId(now)]
  const profile = { name: '', email: '', addressLine1: '', addressLine2: '', createdOn: now }
  await insertRows(
    runner,
    'agents',
    agents.map((id, index) => ({ ...profile, id, mobile: `900000000${index}` })),
  )
  return { database, agents }
}

async function openMemory(): Promise<Implementation> {
  let messages = 0
  const wire: Wire = {
    begin: () => {},
    // Messages overtake each other.
    async carry() {
      messages += 1
      for (let turns = messages % 3; turns >= 0; turns -= 1) await turn()
    },
    async commit(transaction) {
      await wire.carry()
      transaction.end(true)
    },
    rollBack: async transaction => transaction.end(false),
    afterLockTimeout: expire => void setTimeout(expire, 2_000).unref(),
  }
  const database = memoryDatabase(createMemory()(wire), createTables())
  return { database, agents: [newId(now), newId(now)] }
}
