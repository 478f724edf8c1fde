import { listQuotas, removeQuotas } from '../database/quotas.ts'
import { hourMs } from '../domain/durations.ts'
import type { Policy } from '../domain/policy.ts'
import type { Change } from './change-agent.ts'
import type { Action } from './audited.ts'

/** The limits of an agent's hour: what is counted, by the name of its count, and the number of the policy. */
const limits: Record<string, [words: string, of: keyof Policy]> = {
  'reference-check': ['Reference checks', 'referenceChecksPerHour'],
  'unknown-reference': ['Unknown references', 'unknownReferencesPerHour'],
  'support-case': ['Cases for support', 'supportCasesPerHour'],
}

export type UsedLimit = { words: string; used: number; of: number; until: Date }

/** @returns what the agent has used of the running hour's limits */
export async function usedLimits({ db, at }: Action, agentId: string, policy: Policy): Promise<UsedLimit[]> {
  const counts = await listQuotas(db, { subject: agentId, since: new Date(at.getTime() - hourMs) })
  return counts.flatMap(({ kind, taken, beganOn }) => {
    const [words, of] = limits[kind] ?? []
    if (words === undefined || of === undefined) return []
    return [{ words, used: taken, of: policy[of], until: new Date(beganOn.getTime() + hourMs) }]
  })
}

export const lifting: Change = {
  command: 'lift-limits',
  summary: 'Ends the wait that too many reference checks have brought.',
  description: 'The limits of the hour begin anew. `agents show` tells what an agent has used of them.',
  async change({ id }, { db }) {
    return { changed: (await removeQuotas(db, { subject: id })).length > 0 }
  },
  now: 'begins the limits of the hour anew',
  already: 'had used nothing of the limits',
}
