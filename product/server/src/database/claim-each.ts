import type { Runner } from './runner.ts'

type Key = { agentId: string; id: string }

/**
 * Claims rows one by one in one transaction, so that a batch costs one commit. Every server takes the keys in the same
 * order. If two servers have read the same rows, the later server waits, finds the rows claimed, and never deadlocks.
 * @param claim returns the row only if its condition is still true
 */
export async function claimEach<Row, K extends Key>(
  db: Runner,
  keys: K[],
  claim: (db: Runner, key: K) => Promise<Row[]>,
): Promise<Row[]> {
  if (keys.length === 0) return []
  const inOrder = keys.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
  const claimed = await db.inTransaction(transaction =>
    Promise.all(inOrder.map(key => claim(transaction, key))),
  )
  return claimed.flat()
}

function placeOf({ agentId, id }: Key): string {
  return `${agentId} ${id}`
}
