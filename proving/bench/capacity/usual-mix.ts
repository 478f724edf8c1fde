import type { Client } from 'pg'

import { call, calls } from '../measure/counter.ts'
import { agentOf, openOrders, referenceOf, takeSubmits } from '../measure/submits.ts'

/** The 17 reads in each 20 calls of an agent's usual mix. The other 3 calls are 2 reference checks and 1 submit. */
const readsOfTwenty = [
  ...[1, 1, 1, 1, 1, 1, 1, 2, 3, 10].map(pageNo => calls.orderList({ pageNo })),
  ...['3M', '3M', '12M', 'Today'].map(calls.statistics),
  ...[1, 2, 3].map(calls.profile),
]

/** Returns a function that makes `count` or a few more requests of the usual mix. Each submit has its own order. */
export function usualMix(client: Client, captures: { devicePort: number; wadh: string }) {
  let orders = 1
  return async (count: number): Promise<string[]> => {
    const [first, twenties] = [orders, Math.ceil(count / (readsOfTwenty.length + 3))]
    orders += twenties
    await openOrders(client, first, twenties)
    const submits = await takeSubmits(captures, first, twenties)
    return submits.flatMap(({ n, asked }, round) => [
      ...readsOfTwenty.map((read, index) => call(agentOf(first + round * 17 + index), read)),
      ...[0, 1].map(check => call(agentOf(first + round), calls.checkReference(referenceOf(9_998 + check)))),
      call(n, asked),
    ])
  }
}
