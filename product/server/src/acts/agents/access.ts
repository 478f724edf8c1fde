import { privileges, type Privilege } from '@ekyc/contract/words'
import { Type, type Static } from 'typebox'

import {
  increaseAgentVersion,
  demandPasswordReset,
  grantRole as grant,
  listRoles as readRoles,
  listPasswordWaits,
  restorePrivilege as restore,
  revokeRole as revoke,
  listRoleNames,
  setAgentDisabled,
  withholdPrivilege as withhold,
} from '../../database/agents/agents.ts'
import { removeQuotas } from '../../database/agents/quotas.ts'
import type { SqlRunner } from '../../database/link/sql.ts'
import { insertOtpRequest } from '../../database/sign-in/one-time-passwords.ts'
import { removePasskeys } from '../../database/sign-in/passkeys.ts'
import {
  endSessions as endSessionsOf,
  listSessions as readSessions,
} from '../../database/sign-in/sessions.ts'
import { createSignInAttemptStore } from '../../database/sign-in/sign-in-attempts.ts'
import type { Agent } from '../../domain/agents/agents.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { defineAct, actInput, listLimitSchema, type ActContext } from '../act.ts'
import { lockNamedAgent, actOnAgent, agentInput } from './act-on-agent.ts'
import {
  firstLineOfEachMobile,
  fileLinesSchema,
  LinesRefused,
  lockAgentsOfLines,
  repetitionProblem,
  type LineProblem,
} from './agent-file-lines.ts'
import { findNamedAgent } from './show-agent.ts'

export const disableAgent = actOnAgent('agent.disable', agentInput, async (agent, action) => ({
  changed: !agent.disabledOn,
  sessionsEnded: await disable(action, agent),
}))

const mobileLines = fileLinesSchema({ mobile: Type.String() })

/** If one line names no agent, the act disables none. */
export const disableAgents = defineAct({
  name: 'agent.disable-many',
  input: actInput({ lines: mobileLines, source: Type.String() }),
  size: ({ lines }) => lines.length,
  async nameAgents(action, { lines }) {
    return { agents: (await agentsOf(action, lines)).map(({ id }) => id) }
  },
  async run(action, { lines, source }) {
    action.row.subject = `${lines.length} agents from ${source}`
    const agents = await agentsOf(action, lines)
    const counts = { disabled: 0, unchanged: 0, sessionsEnded: 0 }
    for (const agent of agents) {
      counts[agent.disabledOn ? 'unchanged' : 'disabled'] += 1
      counts.sessionsEnded += await disable(action, agent)
      if (!agent.disabledOn)
        await action.addRow('agent.disable', { subject: agent.mobile, agentId: agent.id })
      action.progress(counts.disabled + counts.unchanged, lines.length)
    }
    return counts
  },
})

export const enableAgent = actOnAgent('agent.enable', agentInput, async (agent, { db, at }) => {
  if (!agent.disabledOn) return { changed: false }
  await setAgentDisabled(db, { agentId: agent.id, disabledOn: null })
  // A log-in that was running when the agent was disabled may have opened a session afterwards.
  await endSessionsOf(db, { agentId: agent.id, at })
  return { changed: true }
})

export const unlockAgent = actOnAgent('agent.unlock', agentInput, async ({ mobile }, { db, at }) => {
  const waits = await listPasswordWaits(db, { mobiles: [mobile], at })
  await createSignInAttemptStore(db).unblock(mobile)
  return { changed: waits.length > 0 }
})

export const liftLimits = actOnAgent('agent.lift-limits', agentInput, async ({ id }, { db }) => ({
  changed: (await removeQuotas(db, { subject: id })).length > 0,
}))

export const resetPassword = actOnAgent('agent.reset-password', agentInput, async (agent, { db, at }) => {
  const { id: agentId, passwordHash, resetDemanded } = agent
  if (passwordHash === null)
    throw new CommandRefused(
      `${agent.mobile} has no password yet: the first log-in asks for an OTP and sets one.`,
    )
  await demandPasswordReset(db, { agentId })
  return { changed: !resetDemanded, sessionsEnded: await endSessionsOf(db, { agentId, at }) }
})

export const resetPasskeys = actOnAgent('agent.reset-passkeys', agentInput, async (agent, { db, at }) => {
  const agentId = agent.id
  const removed = (await removePasskeys(db, { agentId, keep: [] })).length
  const sessionsEnded = removed > 0 ? await endSessionsOf(db, { agentId, at }) : 0
  return { changed: removed > 0, removed, sessionsEnded }
})

/** A server sends the OTP some seconds later, which is then valid for `minutes`. */
export const sendOtp = defineAct({
  name: 'agent.send-otp',
  input: agentInput,
  async run(action, { agent: named }) {
    const { mobile, disabledOn } = await lockNamedAgent(action, named)
    if (disabledOn) throw new CommandRefused(`${mobile} is disabled.`)
    await insertOtpRequest(action.db, { mobile, at: action.at })
    return { mobile, minutes: action.policy().otpLifeMinutes }
  },
})

export const listSessions = defineAct({
  name: 'session.list',
  input: actInput({ agent: Type.Optional(Type.String()), limit: listLimitSchema }),
  async run(action, { agent: named, limit }) {
    action.row.subject = 'all agents'
    const agent = named === undefined ? undefined : await findNamedAgent(action, named)
    return readSessions(action.db, { agentId: agent?.id, limit, at: action.at })
  },
})

export const endSessions = defineAct({
  name: 'session.end',
  input: actInput({ agent: Type.String(), session: Type.Optional(Type.String()) }),
  async run(action, { agent: named, session }) {
    const agent = await lockNamedAgent(action, named, session ?? 'all sessions')
    const live = await endSessionsOf(action.db, { agentId: agent.id, id: session, at: action.at })
    if (session !== undefined && live === 0)
      throw new CommandRefused(`${agent.mobile} has no live session '${session}'.`)
    action.row.unchanged = live === 0
    return { sessionsEnded: live }
  },
})

export const listRoles = defineAct({
  name: 'role.list',
  input: actInput({}),
  run({ db, row }) {
    row.subject = 'roles'
    return readRoles(db)
  },
})

const agentAndRole = actInput({ agent: Type.String(), role: Type.String() })

export const grantRole = actOnAgent(
  'role.grant',
  agentAndRole,
  async (agent, { db }, { role }) => {
    await refuseUnknownRole(db, role)
    return { role, changed: await countIfChanged(db, agent, grant(db, { agentId: agent.id, role })) }
  },
  ({ role }) => role,
)

export const revokeRole = actOnAgent(
  'role.revoke',
  agentAndRole,
  async (agent, { db, at }, { role }) => {
    await refuseUnknownRole(db, role)
    const changed = await countIfChanged(db, agent, revoke(db, { agentId: agent.id, role }))
    const sessionsEnded = changed ? await endSessionsOf(db, { agentId: agent.id, at }) : 0
    return { role, changed, sessionsEnded }
  },
  ({ role }) => role,
)

export const withholdPrivilege = changingPrivilege('privilege.withhold', withhold)
export const restorePrivilege = changingPrivilege('privilege.restore', restore)

function changingPrivilege(name: 'privilege.withhold' | 'privilege.restore', change: typeof withhold) {
  return actOnAgent(
    name,
    actInput({ agent: Type.String(), privilege: Type.String() }),
    async (agent, { db }, told) => {
      const privilege = privilegeOf(told.privilege)
      const changed = await countIfChanged(db, agent, change(db, { agentId: agent.id, privilege }))
      return { privilege, changed }
    },
    ({ privilege }) => privilege,
  )
}

/** A change of rights is a new version of the agent. */
async function countIfChanged(db: SqlRunner, { id }: Agent, change: Promise<unknown[]>): Promise<boolean> {
  const changed = (await change).length > 0
  if (changed) await increaseAgentVersion(db, { agentId: id })
  return changed
}

async function refuseUnknownRole(db: SqlRunner, role: string): Promise<void> {
  const names = await listRoleNames(db)
  if (!names.includes(role)) throw new CommandRefused(`There is no role '${role}', only ${names.join(', ')}.`)
}

function privilegeOf(name: string): Privilege {
  const privilege = privileges.find(known => known === name)
  if (privilege) return privilege
  throw new CommandRefused(`There is no privilege '${name}', only ${privileges.join(', ')}.`)
}

async function agentsOf({ db }: ActContext, lines: Static<typeof mobileLines>): Promise<Agent[]> {
  const agentsByMobile = await lockAgentsOfLines(db, lines)
  const firstLines = firstLineOfEachMobile(lines)
  const problemsOf = ({ line, details: { mobile }, unreadable }: (typeof lines)[number]): LineProblem[] => {
    if (unreadable !== undefined) return [{ problem: unreadable }]
    if (!agentsByMobile.has(mobile)) return [{ field: 'mobile', problem: 'is no agent' }]
    return repetitionProblem(line, mobile, firstLines)
  }
  LinesRefused.throwIfAny(lines.map(one => ({ line: one.line, problems: problemsOf(one) })))
  return [...agentsByMobile.values()]
}

async function disable({ db, at }: ActContext, agent: Agent): Promise<number> {
  if (!agent.disabledOn) await setAgentDisabled(db, { agentId: agent.id, disabledOn: at })
  return endSessionsOf(db, { agentId: agent.id, at })
}
