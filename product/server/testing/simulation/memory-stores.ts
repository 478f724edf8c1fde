import { randomUUID } from 'node:crypto'

import { notRecognised } from '@ekyc/contract/exceptions'
import { indiaDate, indiaMonth } from '@ekyc/contract/india-time'

import { latestServerTime } from '../../src/domain/clocks.ts'
import type { OrderKey } from '../../src/database/kyc/orders.ts'
import type { KycException, OrderRecord } from '../../src/domain/kyc/kyc-records.ts'
import { Conflict, type Stores } from '../../src/domain/stores.ts'
import type { Period } from '../../src/domain/calendar.ts'
import type { AuditEvent } from '../../src/domain/audit/audit-events.ts'
import type { OutboxEntry } from '../../src/domain/messages/outbox.ts'
import type { Connection, Transaction } from './memory-transactions.ts'

export type MemoryOrder = OrderRecord & {
  leaseToken: string | null
  leaseUntil: Date | null
  /** The id of the message that tells the holder about the order. */
  told?: string | undefined
}
type MemoryReference = {
  succeededOn: Date | null
  failuresOn: string
  failures: number
  claimedBy: string | null
  claimedUntil: Date | null
}
type MemoryMessage = Omit<OutboxEntry, 'body'> & {
  body: Uint8Array | null
  nextAttemptOn: Date | null
  state: 'waiting' | 'delivered' | 'dead'
}

/** Creates the tables that all servers share. */
export function createTables(orders = new Map<string, MemoryOrder>()) {
  return {
    orders,
    /** The id of the open order by agent, reference and month of creation; '' if that order is no longer open. */
    open: new Map<string, string>(),
    captures: new Map<string, string>(),
    references: new Map<string, MemoryReference>(),
    exceptions: new Map<string, KycException>(),
    quotas: new Map<string, { beganOn: Date; taken: number }>(),
    counts: new Map<string, number>(),
    messages: new Map<string, MemoryMessage>(),
    audit: new Map<string, AuditEvent>(),
    /** The place of each row in the sequence of first claims. Claims sort by it, because ids differ between runs. */
    places: new Map<string, number>(),
  }
}

export type Tables = ReturnType<typeof createTables>

/** Queries in memory that return the same results as the queries in `product/server/src/database`. */
type MemoryStores = {
  orders: Pick<
    Stores['orders'],
    'find' | 'findOpen' | 'expire' | 'open' | 'claim' | 'useCapture' | 'settle' | 'takeOverExpired'
  >
  references: Stores['references']
  exceptions: Stores['exceptions']
  quotas: Stores['quotas']
  dailyCounts: Pick<Stores['dailyCounts'], 'add'>
  outbox: Stores['outbox']
  audit: Stores['audit']
}

export type MemoryDatabase = MemoryStores & {
  pipelined<T>(work: (stores: MemoryStores) => Promise<T>): Promise<T>
  transaction<T>(work: (stores: MemoryStores) => Promise<T>): Promise<T>
}

export function memoryDatabase(db: Connection, tables: Tables): MemoryDatabase {
  const stores = storesOn(db, tables)
  return {
    ...stores,
    pipelined: work => work(stores),
    transaction: work => db.inTransaction(connection => work(storesOn(connection, tables))),
  }
}

function storesOn(db: Connection, tables: Tables): MemoryStores {
  return {
    orders: ordersOn(db, tables),
    references: referencesOn(db, tables),
    exceptions: exceptionsOn(db, tables),
    quotas: quotasOn(db, tables),
    dailyCounts: {
      add: (agentId, day, event) => db.run(add(`${agentId} ${day} ${event}`)),
    },
    outbox: outboxOn(db, tables),
    audit: {
      append: event => db.run(at => at.write(tables.audit, randomUUID(), event)),
    },
  }

  function add(key: string) {
    return async (at: Transaction) => {
      await at.hold(`count ${key}`)
      at.write(tables.counts, key, (at.read(tables.counts, key) ?? 0) + 1)
    }
  }
}

function ordersOn(db: Connection, { orders, open, captures, places }: Tables): MemoryStores['orders'] {
  const keyOf = ({ agentId, id }: Pick<OrderKey, 'agentId' | 'id'>) => `${agentId} ${id}`
  const openKey = (agentId: string, reference: string, createdOn: Date) =>
    `${agentId} ${reference} ${indiaMonth(createdOn)}`
  const isOpen = ({ status }: MemoryOrder) => status === 'INIT' || status === 'SUBMITTING'
  const isOf = ({ createdOn }: MemoryOrder, period?: Period) =>
    !period || (createdOn >= period.from && createdOn < period.before)

  /** Changes an order if its newest row meets the condition. */
  async function update(
    at: Transaction,
    key: OrderKey,
    condition: (order: MemoryOrder) => boolean,
    change: Partial<MemoryOrder>,
  ): Promise<MemoryOrder | undefined> {
    const seen = at.read(orders, keyOf(key))
    if (!seen) return undefined
    const place = openKey(seen.agentId, seen.reference, seen.createdOn)
    await at.hold(`open ${place}`)
    const order = at.read(orders, keyOf(key))
    if (!order || !condition(order)) return undefined
    const changed = { ...order, ...change }
    at.write(orders, keyOf(key), changed)
    if (isOpen(order) && !isOpen(changed)) at.write(open, place, '')
    return changed
  }

  return {
    find: (agentId, id) => db.run(at => at.read(orders, keyOf({ agentId, id }))),

    findOpen: (agentId, reference, opened) =>
      db.run(() =>
        Array.from(orders.values()).find(
          order =>
            order.agentId === agentId &&
            order.reference === reference &&
            isOpen(order) &&
            isOf(order, opened),
        ),
      ),

    async expire(key, now) {
      const hasRunOut = (order: MemoryOrder) => order.status === 'INIT' && order.expiresOn <= now
      await db.run(at => update(at, key, hasRunOut, { status: 'EXPIRED' }))
    },

    async open(order) {
      const place = openKey(order.agentId, order.reference, order.createdOn)
      const isOpened = await db.run(async at => {
        await at.hold(`open ${place}`)
        if (at.read(open, place)) return false
        at.write(open, place, order.id)
        const verdict = { outcome: null, message: null, errorSource: null, errorCode: null, action: null }
        const submit = { transactionId: null, consent: null, device: null, completedOn: null }
        const lease = { leaseToken: null, leaseUntil: null }
        at.write(orders, keyOf(order), { ...order, ...verdict, ...submit, ...lease, status: 'INIT' as const })
        return true
      })
      if (!isOpened) throw new Conflict()
    },

    async claim({ order, at: now, leaseToken, leaseUntil, transactionId }) {
      const isClaimable = ({ status, expiresOn }: MemoryOrder) => status === 'INIT' && expiresOn > now
      const change = { status: 'SUBMITTING' as const, leaseToken, leaseUntil, transactionId }
      if (!(await db.run(at => update(at, order, isClaimable, change)))) throw new Conflict()
    },

    async useCapture({ captureHashes, orderId }) {
      const isNew = captureHashes.map(hash =>
        db.run(async at => {
          const key = Buffer.from(hash).toString('base64')
          await at.hold(`capture ${key}`)
          if (at.read(captures, key) !== undefined) return false
          at.write(captures, key, orderId)
          return true
        }),
      )
      return (await Promise.all(isNew)).every(Boolean)
    },

    async settle({ order, leaseToken, steps, at: completedOn, status, outcome, message, ...more }) {
      const { errorSource = null, errorCode = null, action = null } = more
      const verdict = { status, outcome, message, errorSource, errorCode, action }
      const isHeld = (found: MemoryOrder) => found.status === 'SUBMITTING' && found.leaseToken === leaseToken
      const change = { ...verdict, leaseToken: null, leaseUntil: null, told: steps.told, completedOn }
      const settled = await db.run(at => update(at, order, isHeld, change))
      if (!settled) throw new Conflict()
      return settled
    },

    async takeOverExpired({ at: now, latestLease, from, before, ...lease }) {
      const isAbandoned = ({ status, leaseUntil }: MemoryOrder) =>
        status === 'SUBMITTING' && leaseUntil !== null && (leaseUntil <= now || leaseUntil > latestLease)
      const abandoned = await db.run(() =>
        Array.from(orders.values()).filter(order => isOf(order, { from, before }) && isAbandoned(order)),
      )
      return claimEach(db, places, abandoned, (connection, order) =>
        connection.run(at => update(at, order, isAbandoned, lease)),
      )
    },
  }
}

function referencesOn(db: Connection, { references }: Tables): Stores['references'] {
  const latestDayOf = (at: Date) => indiaDate(latestServerTime(at))

  return {
    history: (reference, now) =>
      db.run(at => {
        const record = at.read(references, reference)
        const isToday = record && [indiaDate(now), latestDayOf(now)].includes(record.failuresOn)
        const isClaimed = record?.claimedUntil != null && record.claimedUntil > now
        return {
          hasSucceeded: record?.succeededOn != null,
          failuresToday: isToday ? record.failures - (isClaimed ? 1 : 0) : 0,
        }
      }),

    claim: ({ reference, orderId, at: now, holdUntil, latestHold, mostFailures }) =>
      db.run(async at => {
        await at.hold(`reference ${reference}`)
        const record = at.read(references, reference)
        const day = indiaDate(now)
        const isSameDay = record && [day, latestDayOf(now)].includes(record.failuresOn)
        if (record) {
          const until = record.claimedUntil
          const isFree = until === null || until <= now || until > latestHold
          if (record.succeededOn || !isFree || (isSameDay && record.failures >= mostFailures))
            return undefined
        }
        const failures = isSameDay ? record.failures + 1 : 1
        at.write(references, reference, {
          succeededOn: null,
          failuresOn: isSameDay ? record.failuresOn : day,
          failures,
          claimedBy: orderId,
          claimedUntil: holdUntil,
        })
        return failures
      }),

    // The rules never read the list of a reference's orders.
    addOrder: async () => {},

    release: ({ reference, orderId, at: now, end }) =>
      db.run(async at => {
        await at.hold(`reference ${reference}`)
        const record = at.read(references, reference)
        if (record?.claimedBy !== orderId) return false
        at.write(references, reference, {
          ...record,
          failures: record.failures - (end === 'mismatched' ? 0 : 1),
          succeededOn: end === 'verified' ? now : record.succeededOn,
          claimedBy: null,
          claimedUntil: null,
        })
        return true
      }),
  }
}

function exceptionsOn(db: Connection, { exceptions }: Tables): Stores['exceptions'] {
  return {
    put: ({ agentId, orderId, reference: _reference, needs: _needs, ...exception }) =>
      db.run(async at => {
        const key = `${agentId} ${orderId}`
        await at.hold(`exception ${key}`)
        const known = at.read(exceptions, key)
        if (known?.decision) return undefined
        const reason = known && exception.reason === notRecognised ? known.reason : exception.reason
        const tries = Math.max(known?.tries ?? 0, exception.tries)
        const written = { decision: null, ...exception, ...known, reason, tries }
        at.write(exceptions, key, written)
        return written
      }),

    find: (agentId, orderId) => db.run(at => at.read(exceptions, `${agentId} ${orderId}`)),
  }
}

function quotasOn(db: Connection, { quotas }: Tables): MemoryStores['quotas'] {
  return {
    take: ({ subject, kind, at: now, since, latest, limit }) =>
      db.run(async at => {
        const key = `${subject} ${kind}`
        await at.hold(`quota ${key}`)
        const quota = at.read(quotas, key)
        const isOver = !quota || quota.beganOn <= since || quota.beganOn > latest
        if (!isOver && quota.taken >= limit) return false
        at.write(quotas, key, isOver ? { beganOn: now, taken: 1 } : { ...quota, taken: quota.taken + 1 })
        return true
      }),

    spentBetween: ({ subject, kind, since, latest, limit }) =>
      db.run(at => {
        const quota = at.read(quotas, `${subject} ${kind}`)
        const isSpent = quota && quota.beganOn > since && quota.beganOn <= latest && quota.taken >= limit
        return isSpent ? quota.beganOn : undefined
      }),

    giveBack: ({ subject, kind, latest }) =>
      db.run(async at => {
        const key = `${subject} ${kind}`
        await at.hold(`quota ${key}`)
        const quota = at.read(quotas, key)
        if (quota && quota.beganOn <= latest && quota.taken > 0)
          at.write(quotas, key, { ...quota, taken: quota.taken - 1 })
      }),
  }
}

function outboxOn(db: Connection, { messages, places }: Tables): Stores['outbox'] {
  async function change(id: string, by: Partial<MemoryMessage>): Promise<void> {
    await db.run(async at => {
      await at.hold(`message ${id}`)
      const message = at.read(messages, id)
      if (message) at.write(messages, id, { ...message, ...by })
    })
  }

  return {
    put: ({ agentId, id, kind, body, expiresOn, at: now }) =>
      db.run(at => {
        const fresh = { attempts: 0, nextAttemptOn: now, state: 'waiting' as const }
        at.write(messages, id, { agentId, id, kind, body, expiresOn, ...fresh })
      }),

    async takeDue({ kind, at: now, heldUntil, limit }) {
      const due = await db.run(() =>
        Array.from(messages.values()).filter(message => message.kind === kind && isDue(message, now)),
      )
      return claimEach(db, places, due.slice(0, limit), (connection, { id }) =>
        connection.run(async at => {
          await at.hold(`message ${id}`)
          const message = at.read(messages, id)
          if (!message?.body || !isDue(message, now)) return undefined
          const taken = { ...message, body: message.body, attempts: message.attempts + 1 }
          at.write(messages, id, { ...taken, nextAttemptOn: heldUntil })
          return taken
        }),
      )
    },

    async recall({ at: now, latestAttempt }) {
      for (const { id, nextAttemptOn } of messages.values())
        if (nextAttemptOn && nextAttemptOn > latestAttempt) await change(id, { nextAttemptOn: now })
    },

    markDelivered: ({ id }) => change(id, { body: null, nextAttemptOn: null, state: 'delivered' }),
    reschedule: ({ id, nextAttemptOn }) => change(id, { nextAttemptOn }),
    markDead: ({ id }) => change(id, { body: null, nextAttemptOn: null, state: 'dead' }),
  }
}

function isDue({ nextAttemptOn, body }: MemoryMessage, now: Date): boolean {
  return body !== null && nextAttemptOn !== null && nextAttemptOn <= now
}

/** Claims rows in a transaction, in an order that is the same for all servers. Leaves out rows that have changed. */
async function claimEach<Key extends { id: string }, Row>(
  db: Connection,
  places: Map<string, number>,
  keys: Key[],
  claim: (connection: Connection, key: Key) => Promise<Row | undefined>,
): Promise<Row[]> {
  if (keys.length === 0) return []
  for (const { id } of keys) if (!places.has(id)) places.set(id, places.size)
  const inOrder = keys.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0))
  const claimed = await db.inTransaction(connection =>
    Promise.all(inOrder.map(key => claim(connection, key))),
  )
  return claimed.filter(row => row !== undefined)
}
