import { dayMs } from '../domain/durations.ts'
import { monthOf } from '../domain/months.ts'
import type { Period } from '../domain/stores.ts'
import { bigint, boolean, moment, neverNull, nullable, text } from './kinds.ts'
import type { Partition, Runner } from './runner.ts'
import { statement } from './sql.ts'

/**
 * Servers add a month three months early, so that the month exists in time even if another session holds the lock for
 * weeks.
 */
const addedAheadMs = 92 * dayMs
/** Moving this many bytes out of the default partition takes less than a second. */
const mostBytesMoved = 16 * 1024 * 1024

/** Adds the missing months of orders from the moment to three months ahead. */
export async function addMonthsOfOrders(db: Runner, from: Date, now = from): Promise<void> {
  const last = new Date(now.getTime() + addedAheadMs)
  // Adds each month in its own statement, because on a cluster one takes seconds.
  for (let month = monthOf(from); month.from <= last; month = monthOf(month.before))
    await addMonths(db, { first: month.from, last: month.from, mostBytes: mostBytesMoved })
}

/** Tells whether a month of orders ended before the moment. */
export async function hasMonthsBefore(db: Runner, before: Date): Promise<boolean> {
  return (await findLeft.one(db, { before })).isLeft
}

/**
 * Drops the months of orders that ended before the moment.
 * @returns false if a month must wait for a later call, because a long reader holds its lock
 */
export async function dropMonthsOfOrders(db: Runner, before: Date): Promise<boolean> {
  await dropMonths(db, { before })
  return !(await hasMonthsBefore(db, before))
}

/** @returns the end of the last month with a table; undefined if orders are not partitioned */
export async function endOfMonths(db: Runner): Promise<Date | undefined> {
  return (await findEnd.one(db)).before ?? undefined
}

/** The monthly tables that a server has found. */
export type KnownMonths = {
  learn(db: Runner, now: Date): Promise<void>
  /** @returns undefined for a period that may span partitions; the partitioned table then has its orders too */
  partitionOf(period: Period): Partition | undefined
  /** @returns the partition with the newest orders of the period, if it is known */
  newest(period: Period, at: Date): Partition | undefined
}

/** No server's clock is, or ever was, this far ahead, so no order is later. */
const clockAheadMs = dayMs
/** Older months are queried less often. The list never holds a month that retention may drop. */
const knownMs = 400 * dayMs

export function createKnownMonths(): KnownMonths {
  let months: { part: string; first: Date | number; before: Date }[] = []
  return {
    async learn(db, now) {
      months = await listPartitions(db, { endsAfter: new Date(now.getTime() - knownMs) })
    },
    partitionOf,
    newest({ before }, at) {
      const end = Math.min(before.getTime(), at.getTime() + clockAheadMs)
      return partitionOf({ from: new Date(end - 1), before: new Date(end) })
    },
  }

  function partitionOf({ from, before }: Period): Partition | undefined {
    const month = months.find(one => one.first <= from && one.before >= before)
    return month && { of: 'orders', name: month.part }
  }
}

const listPartitions = statement('months.listPartitions', 'one-node', {
  part: neverNull(text),
  first: neverNull(moment),
  before: neverNull(moment),
})`
  select part::text as part, first, before from partitions_of('orders') where before > ${moment('endsAfter')}`

const addMonths = statement('months.add', 'one-node')`
  select from add_months('orders', ${moment('first')}, ${moment('last')}, ${bigint('mostBytes')})`

const dropMonths = statement('months.drop', 'one-node')`
  select from drop_months('orders', ${moment('before')})`

const findLeft = statement('months.findLeft', 'one-node', { isLeft: neverNull(boolean) })`
  select exists (select from partitions_of('orders') p where p.before <= ${moment('before')}) as is_left`

const findEnd = statement('months.findEnd', 'one-node', { before: nullable(moment) })`
  select max(before) as before from partitions_of('orders')`
