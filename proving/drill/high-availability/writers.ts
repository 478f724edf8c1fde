import { setTimeout as sleep } from 'node:timers/promises'

import type { DrillAgent } from '../production/agent.ts'

export type Writers = ReturnType<typeof beginWriting>

const betweenMs = 500
const kycEvery = 5
const mostUnanswered = 60

/**
 * Makes every agent open an order each half second, even if earlier orders have no answer yet. At most 60 writes of all
 * agents wait for an answer. Every fifth order is also submitted. An order counts as acknowledged when its answer says
 * success.
 */
export function beginWriting(agents: DrillAgent[], firstReference = 0) {
  const orders: string[] = []
  const transactions: string[] = []
  const acknowledged: number[] = []
  const times = new Map<string, number>()
  const refusals: Record<string, number> = {}
  const underWay = new Set<Promise<void>>()
  const over = new AbortController()
  let next = firstReference

  function note(list: string[], id: string): void {
    list.push(id)
    times.set(id, performance.now())
    acknowledged.push(performance.now())
  }

  async function write(agent: DrillAgent): Promise<void> {
    const reference = `DBS1${String(next++ % 10_000).padStart(4, '0')}`
    const withKyc = next % kycEvery === 0
    try {
      const opened = await agent.openOrder(reference)
      note(orders, opened.orderId)
      if (withKyc) note(transactions, (await agent.submit(reference, opened)).transactionId)
    } catch (error) {
      const text = error instanceof Error ? error.message.slice(0, 90) : String(error)
      refusals[text] = (refusals[text] ?? 0) + 1
    }
  }

  const loops = agents.map(async (agent, index) => {
    await sleep((index * betweenMs) / agents.length)
    while (!over.signal.aborted) {
      if (underWay.size < mostUnanswered) {
        const written = write(agent).finally(() => underWay.delete(written))
        underWay.add(written)
      }
      await sleep(betweenMs)
    }
  })

  return {
    orders,
    transactions,
    refusals,
    /** Returns the longest time since `since` in which no write was acknowledged, in seconds. */
    longestGap(since: number): number {
      const moments = [
        since,
        ...acknowledged.filter(at => at >= since).toSorted((a, b) => a - b),
        performance.now(),
      ]
      return Math.max(...moments.slice(1).map((at, index) => at - (moments[index] ?? at))) / 1_000
    },
    acknowledgedUntil: () => acknowledged.at(-1) ?? 0,
    timeOf: (id: string) => times.get(id),
    acknowledgedSince: (since: number) => acknowledged.filter(at => at >= since).length,
    async stop(): Promise<void> {
      over.abort()
      await Promise.all(loops)
      await Promise.race([Promise.all(underWay), sleep(65_000)])
    },
  }
}
