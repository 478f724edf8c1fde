import {
  addReferences,
  findOldest,
  listSlice,
  readCompleteSince,
  setCompleteSince,
} from '../database/found-orders.ts'
import type { Runner } from '../database/runner.ts'
import { monthOf } from '../domain/months.ts'
import { firstIdAt, momentOfId } from '../domain/new-id.ts'

const atOnce = 5_000
const complete = new Date(0)

/** Returns the time since which all orders are indexed by reference. Undefined if every order is indexed. */
export async function ordersIndexedSince(db: Runner): Promise<Date | undefined> {
  const { completeSince } = await readCompleteSince.one(db)
  return completeSince > complete ? completeSince : undefined
}

/**
 * Indexes orders of earlier versions by their reference, the newest first. Each slice is a transaction that also stores
 * the progress, so that an interrupted job can run again.
 * @returns the number of orders read
 */
export async function indexOrders(db: Runner, progress: (since: Date) => void): Promise<number> {
  const [oldest] = await findOldest(db)
  let since = await ordersIndexedSince(db)
  if (since === undefined) return 0
  const end = (oldest && momentOfId(oldest.id)) ?? since
  let read = 0
  let beforeId = firstIdAt(since)
  while (since > end) {
    // If `since` is the start of a month, the next orders are in the month before.
    const month = monthOf(new Date(since.getTime() - 1))
    const slice = await listSlice(db, { fromId: firstIdAt(month.from), beforeId, ...month, limit: atOnce })
    const last = slice.length === atOnce ? slice.at(-1) : undefined
    since = last?.createdOn ?? month.from
    beforeId = last?.id ?? firstIdAt(since)
    await write(slice, since)
    read += slice.length
    progress(since)
  }
  await setCompleteSince(db, { completeSince: complete })
  return read

  async function write(orders: unknown[], completeSince: Date): Promise<void> {
    await db.inTransaction(async transaction => {
      if (orders.length > 0) await addReferences(transaction, { orders: JSON.stringify(orders) })
      await setCompleteSince(transaction, { completeSince })
    })
  }
}
