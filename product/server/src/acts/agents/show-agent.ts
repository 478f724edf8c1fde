import { Type } from 'typebox'

import { findAgentInList, type AgentInList } from '../../database/agents/agent-lists.ts'
import { countShownMobiles, searchAuditRows } from '../../database/audit/audit-list.ts'
import { listPrivilegesOfRoles, listWithheldPrivileges } from '../../database/agents/agents.ts'
import { listAlerts } from '../../database/fraud/fraud-store.ts'
import { countPasskeys } from '../../database/sign-in/passkeys.ts'
import { listQuotas, createQuotaStore } from '../../database/agents/quotas.ts'
import { countSessions } from '../../database/sign-in/sessions.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { dayMs, hourMs, secondMs } from '../../domain/clocks.ts'
import { isUuid } from '../../domain/ids.ts'
import type { Policy } from '../../domain/policy.ts'
import { createQuota } from '../../domain/agents/quotas.ts'
import { defineAct, actInput, actorSuffix, type ActContext } from '../act.ts'
import { lockNamedAgent, agentInput } from './act-on-agent.ts'
import { withCurrentState } from './find-agents.ts'

const agent = Type.String({ format: 'uuid' })

export const showAgent = defineAct({
  name: 'agent.show',
  input: agentInput,
  async run(action, { agent: named }) {
    const { erasedOn, ...found } = await findNamedAgent(action, named)
    return { id: found.id, erasedOn, agent: erasedOn ? undefined : await readWholeAgent(action, found) }
  },
})

/** Leaves out the rows in the archive. */
export const listAgentTrail = defineAct({
  name: 'agent.trail',
  input: actInput({
    agent,
    looks: Type.Boolean(),
    after: Type.Optional(Type.Object({ happenedOn: Type.String(), id: Type.String() })),
    limit: Type.Integer({ minimum: 1 }),
  }),
  async run(action, { agent: agentId, looks, after, limit }) {
    await findNamedAgent(action, agentId)
    return searchAuditRows(action.db, { agentId, looks, before: after, limit })
  },
})

const shownInHour = createQuota({ kind: 'shown-mobile', perMs: hourMs, limit: 30 })
const shownInDay = 100

export const showMobile = defineAct({
  name: 'agent.show-mobile',
  input: actInput({ agent, reason: Type.String({ minLength: 1, maxLength: 200 }) }),
  async run(action, { agent: id, reason }) {
    const { db, at, maker } = action
    const found = await findNamedAgent(action, id)
    action.row.subject += ` ${reason.trim()}`
    if (found.erasedOn) throw new CommandRefused('This agent is erased.')
    if (maker.kind === 'staff') {
      const waitMs = await shownInHour.take({ quotas: createQuotaStore(db) }, maker.id, at)
      if (waitMs !== undefined) throw tooManyShown(waitMs)
      // The audit trail gives the count of the day, since the database keeps the count of this quota for hours only.
      const since = new Date(at.getTime() - dayMs)
      const { n } = await countShownMobiles.one(db, { mark: actorSuffix(maker), since })
      if (n >= shownInDay) throw tooManyShown(hourMs)
    }
    return { mobile: found.mobile }
  },
})

function tooManyShown(waitMs: number): CommandRefused {
  const text = 'You have been shown many mobiles. Please wait, or ask somebody else of the staff.'
  return new CommandRefused(text, 'too_many', Math.ceil(waitMs / secondMs))
}

/** Finds an agent by mobile number, or by id: then also an erased agent, and without a wait for a lock. */
export async function findNamedAgent(action: ActContext, named: string) {
  const { db, row } = action
  const id = isUuid(named) ? named : (await lockNamedAgent(action, named)).id
  row.subject = id
  const found = await findAgentInList.first(db, { id })
  if (!found) throw new CommandRefused(`There is no agent with the id ${id}.`)
  row.agentId = id
  if (!found.erasedOn) row.subject = found.mobile
  return found
}

async function readWholeAgent(action: ActContext, found: AgentInList) {
  const { db, at } = action
  const query = { agentId: found.id, at }
  const policy = action.policy()
  const [roles, withheld, sessions, passkeys, limits, alerts, [agentNow]] = await Promise.all([
    listPrivilegesOfRoles(db),
    listWithheldPrivileges(db, query),
    countSessions.one(db, query),
    countPasskeys.one(db, query),
    usedLimits(action, found.id, policy),
    listAlerts(db, { states: ['new', 'taken'], ofAgent: found.id, limit: 20 }),
    withCurrentState(action, [found]),
  ])
  if (!agentNow) throw new Error('the counts of the agent are missing')
  const names = withheld.map(({ privilege }) => privilege)
  const allowed = roles.map(({ role, privileges }) => ({
    role,
    privileges: privileges.filter(one => !names.includes(one)),
  }))
  return {
    ...agentNow,
    roles: allowed.filter(({ role }) => found.roles.includes(role)),
    otherRoles: allowed.filter(({ role }) => !found.roles.includes(role)),
    withheld: names,
    liveSessions: sessions.live,
    passkeys: passkeys.passkeys,
    limits,
    alerts,
  }
}

const hourlyLimits = [
  { kind: 'reference-check', words: 'Reference checks', limit: 'referenceChecksPerHour' },
  { kind: 'unknown-reference', words: 'Unknown references', limit: 'unknownReferencesPerHour' },
] as const

async function usedLimits({ db, at }: ActContext, agentId: string, policy: Policy) {
  const counts = await listQuotas(db, { subject: agentId, since: new Date(at.getTime() - hourMs) })
  return hourlyLimits.flatMap(({ kind, words, limit }) => {
    const count = counts.find(one => one.kind === kind)
    if (!count) return []
    const until = new Date(count.beganOn.getTime() + hourMs)
    return [{ kind, words, used: count.taken, of: policy[limit], until }]
  })
}
