import { agentsIn, findListedAgent } from '../../database/agents/agents.ts'
import { standingOf } from '../../database/agents/agent-lists.ts'
import { listOpenAlerts } from '../../database/fraud/fraud.ts'
import { countPasskeys } from '../../database/sign-in/passkeys.ts'
import { listQuotas } from '../../database/agents/quotas.ts'
import { listWithheldPrivileges } from '../../database/agents/roles.ts'
import { countSessions } from '../../database/sign-in/sessions.ts'
import { hourMs } from '../../domain/durations.ts'
import { isDormant } from '../../domain/agents/operator-standing.ts'
import type { Policy } from '../../domain/policy.ts'
import { act, agentOf, onlyAgent, type Action } from '../act.ts'

export const showAgent = act({
  name: 'agent.show',
  input: onlyAgent,
  async run(action, { agent: named }) {
    const { db, at } = action
    const policy = action.policy()
    const { mobile } = await agentOf(action, named)
    const listedAgent = await findListedAgent(db, { mobile, at })
    const { privilegesOf } = agentsIn(db)
    const privileges = await Promise.all(
      listedAgent.roles.map(async role => [role, await privilegesOf(listedAgent.id, role)] as const),
    )
    const withheld = await listWithheldPrivileges(db, { agentId: listedAgent.id })
    const { live } = await countSessions.one(db, { agentId: listedAgent.id, at })
    const { isStopped, activeOn } = await standingOf.one(db, { id: listedAgent.id })
    const { passkeys } = await countPasskeys.one(db, { agentId: listedAgent.id })
    return {
      ...listedAgent,
      privileges: Object.fromEntries(privileges),
      withheld: withheld.map(({ privilege }) => privilege),
      liveSessions: live,
      passkeys,
      isStopped,
      isDormant: isDormant({ ...listedAgent, activeOn }, at, policy),
      alerts: await listOpenAlerts(db, listedAgent.id, 20),
      limits: await usedLimits(action, listedAgent.id, policy),
    }
  },
})

/** The hourly limits of an agent by kind: the words that an operator reads, and the policy's field with the limit. */
const limits = {
  'reference-check': ['Reference checks', 'referenceChecksPerHour'],
  'unknown-reference': ['Unknown references', 'unknownReferencesPerHour'],
} satisfies Record<string, [words: string, of: keyof Policy]>

type LimitKind = keyof typeof limits

function isLimit(kind: string): kind is LimitKind {
  return kind in limits
}

type UsedLimit = { kind: LimitKind; words: string; used: number; of: number; until: Date }

export async function usedLimits({ db, at }: Action, agentId: string, policy: Policy): Promise<UsedLimit[]> {
  const counts = await listQuotas(db, { subject: agentId, since: new Date(at.getTime() - hourMs) })
  return counts.flatMap(({ kind, taken, beganOn }) => {
    if (!isLimit(kind)) return []
    const [words, of] = limits[kind]
    return [{ kind, words, used: taken, of: policy[of], until: new Date(beganOn.getTime() + hourMs) }]
  })
}
