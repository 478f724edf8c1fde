import { setTimeout as sleep } from 'node:timers/promises'

import { DatabaseError, type Client } from 'pg'

import { dayMs } from '../domain/durations.ts'
import { monthOf } from '../domain/months.ts'
import { inTurn } from './apply-migration.ts'
import { onConnection } from './on-connection.ts'

export type OrderPartitions = {
  isPartitioned: boolean
  /** The size of the table `orders`, in bytes. A partitioned table itself has no rows, and its size is 0. */
  bytes: number
  /** The partitions with their sizes in bytes. A bound is null if the partition has no such bound. */
  partitions: { name: string; first: Date | null; before: Date | null; bytes: number }[]
}

/** The longest time that a table change waits for running calls, in ms. Later calls queue behind the change. */
const tableLockMs = 1_000
const tries = 60
const pauseMs = 500

/** The lead time with which a month's partition is added, in ms. Servers use the same value. */
const addedAheadMs = 92 * dayMs
const daysToCome = 31

/** Returns the start of the first month that gets its own partition of orders, at least 31 days ahead. */
export function partitionedFrom(now: Date): Date {
  return monthOf(new Date(now.getTime() + daysToCome * dayMs)).before
}

export function readPartitions(url: string): Promise<OrderPartitions> {
  return onConnection(url, async client => {
    const { rows } = await client.query<{ isPartitioned: boolean; bytes: number }>(
      `select relkind = 'p' as "isPartitioned", pg_total_relation_size(oid)::float8 as bytes
       from pg_class where oid = 'orders'::regclass`,
    )
    const { rows: partitions } = await client.query<OrderPartitions['partitions'][number]>(
      `select part::text as name, nullif(first, '-infinity') as first, before, pg_total_relation_size(part)::float8 as bytes
       from partitions_of('orders') order by 3 nulls last`,
    )
    const [ordersTable = { isPartitioned: false, bytes: 0 }] = rows
    return { ...ordersTable, partitions }
  })
}

/**
 * Turns the table of orders into the first partition while servers use the table, and adds the monthly partitions.
 * After an interruption the function can run again. The rows stay in place: one check reads all rows while calls run,
 * and each change of the table waits at most a second for its lock and is retried.
 */
export async function partitionOrders(url: string, now: Date, onStep: (step: string) => void): Promise<void> {
  await onConnection(url, lock =>
    inTurn(lock, () =>
      onConnection(url, async client => {
        const { isPartitioned } = await readPartitions(url)
        if (isPartitioned) return
        // This lock keeps other servers from adding months, because such a server would drop the new constraint as a
        // leftover.
        await lock.query('select pg_advisory_xact_lock(5207112029)')
        const before = partitionedFrom(now).toISOString()
        onStep('Bound of the table')
        await briefly(client, 'alter table orders drop constraint if exists orders_before')
        await briefly(
          client,
          `alter table orders add constraint orders_before check (created_on < '${before}') not valid`,
        )
        onStep('Reading all orders')
        await client.query('alter table orders validate constraint orders_before')
        onStep('Partitions')
        await briefly(client, `select partition_orders('${before}')`)
      }),
    ),
  )
  onStep('Months')
  await onConnection(url, client => addMonths(client, now))
}

/** Runs a statement that locks the table. Between its attempts to get the lock, waiting calls can continue. */
async function briefly(client: Client, statement: string): Promise<void> {
  for (let tried = 1; ; tried += 1)
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${tableLockMs}`)
      await client.query(statement)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      const isInUse = error instanceof DatabaseError && ['55P03', '40P01'].includes(error.code ?? '')
      if (!isInUse || tried === tries) throw error
      await sleep(pauseMs)
    }
}

/** Adds the monthly partitions, and moves their rows out of the default partition, even if it is large. */
async function addMonths(client: Client, now: Date): Promise<void> {
  const last = new Date(now.getTime() + addedAheadMs)
  for (let month = monthOf(now); month.from <= last; month = monthOf(month.before))
    await addMonth(client, month.from)
}

async function addMonth(client: Client, first: Date): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    await client.query(`select add_months('orders', $1, $1, 9223372036854775807)`, [first])
    const { rows } = await client.query<{ isThere: boolean }>(
      `select exists (select from partitions_of('orders') p where p.first <= $1 and p.before > $1) as "isThere"`,
      [first],
    )
    if (rows[0]?.isThere === true) return
    if (tried === tries) throw new Error('The default partition of orders is in use: run the command again.')
    await sleep(pauseMs)
  }
}
