import { and, asc, desc, eq, gt, gte, inArray, lt, lte, or, sql, type SQL } from 'drizzle-orm'

import { Outrun } from '../domain/outrun.ts'
import type { FinishedOrder, OrderQuery, OrderStore } from '../domain/stores.ts'
import { builtOnce } from './built-once.ts'
import { finishedTotal } from './finished-total.ts'
import { given } from './given.ts'
import type { Queryable } from './queryable.ts'
import { orders, usedCaptures } from './schema.ts'

const open = ['INIT', 'SUBMITTING'] as const
const finished = ['KYC_SUCCESS', 'KYC_FAILURE'] as const
/** Spelt out, not as parameters: the partial index is chosen by these words. */
const isOfFinished = sql`${orders.status} in (${sql.raw(finished.map(status => `'${status}'`).join(', '))})`
const takenOverAtOnce = 50

export function ordersIn(db: Queryable): OrderStore {
  return {
    async find(agentId, id) {
      if (!isUuid(id)) return undefined
      const [order] = await orderOf(db, { agentId, id })
      return order
    },

    async findOpen(agentId, reference) {
      const [order] = await openOrder(db, { agentId, reference })
      return order
    },

    async expire(agentId, reference, at) {
      await expireOrders(db, { agentId, reference, at })
    },

    async open(order) {
      const opened = await insertOrder(db, order)
      if (opened.length === 0) throw new Outrun()
    },

    async claim({ consent, ...claim }) {
      const claimed = await claimOrder(db, { ...claim, consent: consent && JSON.stringify(consent) })
      if (claimed.length === 0) throw new Outrun()
    },

    async useCapture({ captureHashes, ...use }) {
      const used = await Promise.all(
        captureHashes.map(captureHash => insertCapture(db, { ...use, captureHash })),
      )
      return used.every(({ length }) => length === 1)
    },

    async settle({ verdict, ...settle }) {
      const [settled] = await settleOrder(db, { ...settle, ...verdict })
      if (!settled) throw new Outrun()
      return settled
    },

    async takeOverExpired(at, latestLease, newLease) {
      const abandoned = db
        .select({ agentId: orders.agentId, id: orders.id })
        .from(orders)
        .where(
          and(
            eq(orders.status, 'SUBMITTING'),
            or(lte(orders.leaseUntil, at), gt(orders.leaseUntil, latestLease)),
          ),
        )
        .orderBy(asc(orders.leaseUntil))
        .limit(takenOverAtOnce)
        .for('update', { skipLocked: true })
      return db
        .update(orders)
        .set(newLease)
        .where(sql`(${orders.agentId}, ${orders.id}) in ${abandoned}`)
        .returning()
    },

    async page({ agentId, from = beginning, before = end, offset, limit }) {
      const rows = await (offset === 0 ? firstPage : laterPage)(db, { agentId, from, before, offset, limit })
      // A finished order has both texts: the claim wrote one, the verdict the other.
      return rows as FinishedOrder[]
    },

    count: query => finishedTotal(db, query, isFinished),
  }
}

const isOfAgent = eq(orders.agentId, sql.placeholder('agentId'))
const isTheOne = and(isOfAgent, eq(orders.id, sql.placeholder('id')))
const isOfReference = and(isOfAgent, eq(orders.reference, sql.placeholder('reference')))

const orderOf = builtOnce(db => db.select().from(orders).where(isTheOne))

const openOrder = builtOnce(db =>
  db
    .select({ id: orders.id, status: orders.status, expiresOn: orders.expiresOn })
    .from(orders)
    .where(and(isOfReference, inArray(orders.status, open))),
)

const expireOrders = builtOnce(db =>
  db
    .update(orders)
    .set({ status: 'EXPIRED' })
    .where(and(isOfReference, eq(orders.status, 'INIT'), lte(orders.expiresOn, sql.placeholder('at')))),
)

const insertOrder = builtOnce(db =>
  db
    .insert(orders)
    .values({
      agentId: sql.placeholder('agentId'),
      id: sql.placeholder('id'),
      reference: sql.placeholder('reference'),
      status: 'INIT',
      createdOn: sql.placeholder('createdOn'),
      expiresOn: sql.placeholder('expiresOn'),
    })
    .onConflictDoNothing()
    .returning({ id: orders.id }),
)

const claimOrder = builtOnce(db =>
  db
    .update(orders)
    .set({
      status: 'SUBMITTING',
      leaseToken: given(orders.leaseToken, 'leaseToken'),
      leaseUntil: given(orders.leaseUntil, 'leaseUntil'),
      transactionId: given(orders.transactionId, 'transactionId'),
      // Text, not given(): without a consent this is null, which the column would write as JSON.
      consent: sql`${sql.placeholder('consent')}`,
    })
    .where(and(isTheOne, eq(orders.status, 'INIT'), gt(orders.expiresOn, sql.placeholder('at'))))
    .returning({ id: orders.id }),
)

const insertCapture = builtOnce(db =>
  db
    .insert(usedCaptures)
    .values({
      captureHash: sql.placeholder('captureHash'),
      agentId: sql.placeholder('agentId'),
      orderId: sql.placeholder('orderId'),
      usedOn: sql.placeholder('at'),
    })
    .onConflictDoNothing()
    .returning({ orderId: usedCaptures.orderId }),
)

const settleOrder = builtOnce(db =>
  db
    .update(orders)
    .set({
      status: given(orders.status, 'status'),
      outcome: given(orders.outcome, 'outcome'),
      message: given(orders.message, 'message'),
      errorSource: given(orders.errorSource, 'errorSource'),
      errorCode: given(orders.errorCode, 'errorCode'),
      authorityCode: given(orders.authorityCode, 'authorityCode'),
      action: given(orders.action, 'action'),
      completedOn: given(orders.completedOn, 'at'),
      leaseToken: null,
      leaseUntil: null,
    })
    .where(
      and(isTheOne, eq(orders.status, 'SUBMITTING'), eq(orders.leaseToken, sql.placeholder('leaseToken'))),
    )
    .returning(),
)

/** Every order was opened between these. */
const beginning = new Date(0)
const end = new Date('9999-01-01')

const newestFirst = [desc(orders.createdOn), desc(orders.id)]

const isOfPage = and(
  isOfAgent,
  isOfFinished,
  gte(orders.createdOn, sql.placeholder('from')),
  lt(orders.createdOn, sql.placeholder('before')),
)

const firstPage = builtOnce(db => pageWhere(db, isOfPage))

/** Which orders a later page shows is found in the index alone: none of those before it is read. */
const laterPage = builtOnce(db => {
  const shown = db
    .select({ id: orders.id })
    .from(orders)
    .where(isOfPage)
    .orderBy(...newestFirst)
    .offset(sql.placeholder('offset'))
    .limit(sql.placeholder('limit'))
  return pageWhere(db, and(isOfAgent, inArray(orders.id, shown)))
})

function pageWhere(db: Queryable, condition: SQL | undefined) {
  return db
    .select({
      id: orders.id,
      reference: orders.reference,
      status: orders.status,
      createdOn: orders.createdOn,
      transactionId: orders.transactionId,
      message: orders.message,
    })
    .from(orders)
    .where(condition)
    .orderBy(...newestFirst)
    .limit(sql.placeholder('limit'))
}

function isFinished({ agentId, from, before }: OrderQuery): SQL | undefined {
  return and(
    eq(orders.agentId, agentId),
    isOfFinished,
    from && gte(orders.createdOn, from),
    before && lt(orders.createdOn, before),
  )
}

/** An id that is no UUID is simply not found; PostgreSQL would call it an error. */
function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}
