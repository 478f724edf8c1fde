import { rights, type Right } from '@ekyc/contract/console/acts'

import { countDone, waitForOthers } from '../database/agents/agent-trail.ts'
import { dayMs, hourMs } from '../domain/durations.ts'
import type { Maker } from '../domain/staff/permit.ts'
import { staffMark, type Act, type Action, type Means } from './act.ts'

export type Reach = {
  /** The number of agents of the act, with those of the maker's acts before it that count with it. */
  size: number
  /** The largest size that one person may do. Undefined where the table says it. */
  atMost?: number
}

/**
 * Counts what an act touches, together with what the same maker did alone before it. Calls of one maker wait for each
 * other, so that several at once do not pass the limit together.
 */
export async function reachOf<In>(
  { db, at, maker, policy }: Pick<Action & Means, 'db' | 'at' | 'policy'> & { maker: Maker },
  act: Act<In, unknown>,
  input: In,
): Promise<Reach> {
  if (act.givesRight?.(input) === true) return { size: Infinity }
  const size = act.size?.(input) ?? 1
  const { sum }: Right = rights[act.name]
  if (!sum) return { size }
  const acts = Object.entries<Right>(rights).flatMap(([name, right]) => (right.sum === sum ? [name] : []))
  const mark = maker.kind === 'staff' ? staffMark(maker) : maker.name
  const since = new Date(at.getTime() - (sum === 'day' ? dayMs : hourMs))
  await waitForOthers(db, { mark })
  const { n } = await countDone.one(db, { actorKind: maker.kind, mark, acts, since })
  return { size: size + n, ...(sum === 'day' && { atMost: policy().withdrawalsADay }) }
}
