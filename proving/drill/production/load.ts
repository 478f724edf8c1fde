import type { DrillAgent } from './agent.ts'
import type { Caller } from './callers.ts'

type Counted = { isAllWell: boolean; told: string }

/**
 * Makes every agent send read-only calls from the agent's own computer, `perSecond` calls in total. The returned
 * function ends the load and counts the answers.
 */
export function beginLoad(
  { agents, callers }: { agents: DrillAgent[]; callers: Caller[] },
  perSecond: number,
): () => Promise<Counted> {
  const began = performance.now()
  const ends = callers.map((caller, index) =>
    caller.begin(agents[index]?.reads() ?? [], perSecond / callers.length),
  )
  return async () => {
    const seconds = (performance.now() - began) / 1_000
    const all = await Promise.all(ends.map(end => end()))
    const counts: Record<string, number> = {}
    for (const { counts: own } of all)
      for (const [kind, count] of Object.entries(own)) counts[kind] = (counts[kind] ?? 0) + count
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    const others = all.flatMap(({ others: own }) => own).slice(0, 4)
    const told = [
      ...Object.entries(counts).map(([kind, count]) => `${count} ${kind}`),
      `${Math.round(total / seconds)} a second for ${Math.round(seconds)} s`,
      ...others,
    ].join('; ')
    const answered = (counts.success ?? 0) + (counts.refusal ?? 0)
    return { isAllWell: (counts.success ?? 0) > 0 && answered === total, told }
  }
}
