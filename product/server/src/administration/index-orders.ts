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

/** @returns the moment since which all orders are found by their reference; undefined if all are */
export async function ordersIndexedSince(db: Runner): Promise<Date | undefined> {
  const { completeSince } = await readCompleteSince.one(db)
  return completeSince > complete ? completeSince : undefined
}

/**
 * Lets orders of versions before be found by their reference, the newest first. Each slice is a transaction that also
 * writes how far the job has come, so that it may be cut off and run again.
 * @returns the number of orders that it has read
 */
export async function indexOrders(db: Runner, progress: (since: Date) => void): Promise<number> {
  const [oldest] = await findOldest(db)
  let since = await ordersIndexedSince(db)
  if (since === undefined) return 0
  const end = (oldest && momentOfId(oldest.id)) ?? since
  let read = 0
  let beforeId = firstIdAt(since)
  while (since > end) {
    // The bound itself ends the month before.
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
