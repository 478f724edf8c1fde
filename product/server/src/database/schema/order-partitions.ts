import { dayMs } from '../../domain/clocks.ts'
import { monthOf } from '../../domain/calendar.ts'
import { statement, t, type SqlRunner } from '../link/sql.ts'

/** Months are added so early, in ms, that they exist in time even if a session holds a lock on the table for weeks. */
const addedAheadMs = 92 * dayMs
/** The largest default partition, in bytes, from which rows are moved. Moving them takes less than a second. */
const mostBytesMoved = 16 * 1024 * 1024

export async function addOrderPartitions(db: SqlRunner, from: Date, now = from): Promise<void> {
  const last = new Date(now.getTime() + addedAheadMs)
  // Each month has a statement of its own, because adding a month takes seconds on a cluster.
  for (let month = monthOf(from); month.from <= last; month = monthOf(month.before))
    await addMonths(db, { first: month.from, last: month.from, mostBytes: mostBytesMoved })
}

export async function hasOrderPartitionsBefore(db: SqlRunner, before: Date): Promise<boolean> {
  return (await findLeft.one(db, { before })).isLeft
}

/** @returns false if a partition remains for a later call, because a long query holds a lock on it */
export async function dropOrderPartitions(db: SqlRunner, before: Date): Promise<boolean> {
  await dropMonths(db, { before })
  return !(await hasOrderPartitionsBefore(db, before))
}

/** @returns the end of the last month with a partition, or undefined if orders are not partitioned */
export async function endOfOrderPartitions(db: SqlRunner): Promise<Date | undefined> {
  return (await findEnd.one(db)).before ?? undefined
}

const addMonths = statement('months.add')`
  select from add_months('orders', ${t.moment('first')}, ${t.moment('last')}, ${t.bigint('mostBytes')})`

const dropMonths = statement('months.drop')`
  select from drop_months('orders', ${t.moment('before')})`

const findLeft = statement('months.findLeft', { isLeft: t.neverNull(t.boolean) })`
  select exists (select from partitions_of('orders') p where p.before <= ${t.moment('before')}) as is_left`

const findEnd = statement('months.findEnd', { before: t.nullable(t.moment) })`
  select max(before) as before from partitions_of('orders')`
