import {
  detailFields,
  detailsOf,
  indianMobileRule,
  isIndianMobile,
  kycFields,
  personFields,
  problemsOf,
  tidyDetails,
  workFields,
  type DetailField,
} from '@ekyc/contract/console/sheet-lines'
import { consoleRefusals } from '@ekyc/contract/console/refusals'
import { indiaDate } from '@ekyc/contract/india-time'
import { isMobile } from '@ekyc/contract/rules'
import { Type } from 'typebox'

import {
  countOrders,
  countRunningOrders,
  eraseAgent as eraseRows,
} from '../../database/agents/agent-erasure.ts'
import { indexAgents } from '../../database/agents/agent-index.ts'
import {
  createAgentStore,
  changeAgentMobile,
  insertAgentRoles,
  insertAgents,
  removeOneTimePasswords,
  listRoleNames,
  updateAgents,
  type ManagedAgent,
} from '../../database/agents/agents.ts'
import { eraseFromAudit } from '../../database/audit/audit-erasure.ts'
import { readHeldRecords } from '../../database/kyc/legal-holds.ts'
import { endSessions } from '../../database/sign-in/sessions.ts'
import { type Agent, maskMobile, newAgent } from '../../domain/agents/agents.ts'
import { AuditKeyMissing } from '../../domain/audit/audit-seal.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { minuteMs } from '../../domain/clocks.ts'
import { longestLeaseMs } from '../../domain/kyc/settlement.ts'
import { defineAct, actInput, type ActContext, type Preview } from '../act.ts'
import { lockNamedAgent, actOnAgent, agentInput, refuseAgentsInImport } from './act-on-agent.ts'
import { agentLineSchemas } from './agent-file-lines.ts'

const text = Type.String()
const strict = { additionalProperties: false }
const contacts = Type.Partial(Type.Record(Type.Enum([...personFields, ...workFields]), text, strict), strict)
const kyc = Type.Partial(Type.Record(Type.Enum(kycFields), text, strict), strict)
const wantedVersion = Type.Optional(Type.Integer())

export const addAgent = defineAct({
  name: 'agent.add',
  input: actInput(agentLineSchemas),
  givesRight: ({ roles }) => roles.length > 0,
  async run({ db, at, row }, details) {
    row.subject = 'new agent'
    const agent = newAgent(details, at)
    const problems = problemsOf(agent, await listRoleNames(db))
    // One person may add an agent without roles.
    const problem = problems.find(({ field }) => field !== 'roles' || details.roles.length > 0)
    if (problem) throw new CommandRefused(`${problem.field} ${problem.problem}.`)
    row.subject = agent.mobile
    await refuseAgentsInImport(db, [agent.mobile])
    const agents = JSON.stringify([agent])
    if ((await insertAgents(db, { agents })).length === 0) {
      const existing = await createAgentStore(db).findByMobile(agent.mobile)
      if (existing) row.agentId = existing.id
      throw new CommandRefused(`${agent.mobile} is an agent already.`)
    }
    await insertAgentRoles(db, { agents })
    await indexAgents(db, [agent.id], at)
    row.agentId = agent.id
    row.subject = `${agent.mobile} ${details.roles.join(' ')}`
    return { mobile: agent.mobile }
  },
})

export const updateAgent = actOnAgent(
  'agent.update',
  actInput({ agent: text, changes: contacts, version: wantedVersion }),
  changeDetails,
)

/** A new KYC ends dormancy. */
export const recordKyc = actOnAgent(
  'agent.record-kyc',
  actInput({ agent: text, changes: kyc, version: wantedVersion }),
  async (agent, action, told) => {
    const { kycOn = '' }: Partial<Record<DetailField, string>> = told.changes
    if (kycOn > indiaDate(action.at)) throw new CommandRefused('kycOn is a day to come.')
    return changeDetails(agent, action, told)
  },
)

export const changeMobile = actOnAgent(
  'agent.change-mobile',
  actInput({ agent: text, to: text }),
  async (agent, { db, at, row, maker }, { to }) => {
    const { mobile } = agent
    const shown = maker.kind === 'staff' ? maskMobile(to) : to
    if (!isIndianMobile(to)) throw new CommandRefused(`'${shown}' ${indianMobileRule}.`)
    if (to === mobile) return { to, changed: false, sessionsEnded: 0 }
    await refuseAgentsInImport(db, [to])
    if (!(await changeAgentMobile(db, { agentId: agent.id, mobile: to })))
      throw new CommandRefused(`${to} is an agent already.`)
    await removeOneTimePasswords(db, { mobiles: [mobile, to] })
    row.subject = `${mobile} to ${to}`
    const sessionsEnded = await endSessions(db, { agentId: agent.id, at })
    return { to, changed: true, sessionsEnded }
  },
)

/** The shortest time between disabling and erasing an agent. */
export const erasureWaitText = minutes(longestLeaseMs)

/** Returns undefined if no agent has this mobile number. */
export const eraseAgent = defineAct({
  name: 'agent.erase',
  input: agentInput,
  // A job runs this act, because it needs the earlier audit keys, which the console does not have.
  job: 'erase',
  async preview(action, { agent: named }): Promise<Preview> {
    const agent = await lockNamedAgent(action, named)
    await refuseActive(action, agent)
    const { id, version } = agent
    return {
      input: { agent: id },
      ground: [{ kind: 'agent', id, version }],
      changes: [{ field: 'agent', now: 'disabled', becomes: 'erased', rows: 1 }],
      effect: await countOrders.one(action.db, { agentId: id }),
    }
  },
  async run(action, { agent: named }) {
    const { db, at, row, seals } = action
    if (isMobile(named) && !(await createAgentStore(db).findByMobile(named))) {
      // A repeated command finds no agent, since the database does not remember the mobile numbers of erased agents.
      row.subject = maskMobile(named)
      row.unchanged = true
      return undefined
    }
    const agent = await lockNamedAgent(action, named)
    await refuseAgentsInImport(db, [agent.mobile])
    await refuseActive(action, agent)
    const { mobiles, rows: auditRows } = await eraseFromAudit(db, seals, agent).catch(explainMissingKey)
    const { orders } = await eraseRows(db, { agentId: agent.id, mobiles, at })
    row.subject = agent.id
    return { id: agent.id, orders, auditRows }
  },
})

async function changeDetails(
  agent: ManagedAgent,
  { db, at }: ActContext,
  told: { changes: Partial<Record<DetailField, string>>; version?: number | undefined },
): Promise<{ changed: boolean }> {
  if (told.version !== undefined && told.version !== agent.version)
    throw new CommandRefused(consoleRefusals.changed_meanwhile[1], 'changed_meanwhile')
  const before = { ...agent, roles: [] }
  const after = tidyDetails({ ...before, ...told.changes })
  const [problem] = problemsOf(after, []).filter(({ field }) => field !== 'roles' && field !== 'mobile')
  if (problem) throw new CommandRefused(`${problem.field} ${problem.problem}.`)
  const changed = detailFields.some(field => after[field] !== before[field])
  const agents = JSON.stringify([{ id: before.id, ...detailsOf(after) }])
  if (changed) await updateAgents(db, { agents })
  if (after.name !== before.name) await indexAgents(db, [before.id], at)
  return { changed }
}

/** Calls from before the agent was disabled may still run, and write the mobile into audit rows. */
async function refuseActive({ db, at }: ActContext, agent: Agent): Promise<void> {
  const { id, mobile, disabledOn } = agent
  const { heldAgents, agentsOfOrders } = await readHeldRecords(db)
  if ([...heldAgents, ...agentsOfOrders].includes(id))
    throw new CommandRefused(`${mobile} or an order of theirs is under a legal hold: see 'holds list'.`)
  if (!disabledOn) throw new CommandRefused(`${mobile} is not disabled: disable the agent first.`)
  const waitMs = disabledOn.getTime() + longestLeaseMs - at.getTime()
  if (waitMs > 0)
    throw new CommandRefused(
      `${mobile} was disabled a moment ago, and calls may still run: try again in ${minutes(waitMs)}.`,
    )
  const { running } = await countRunningOrders.one(db, { agentId: id })
  if (running > 0)
    throw new CommandRefused(`${mobile} has running orders (${running}): try again when they have ended.`)
}

function explainMissingKey(error: unknown): never {
  if (error instanceof AuditKeyMissing)
    throw new CommandRefused(`${error.message} Give this command the earlier AUDIT_KEY too (docs/admin.md).`)
  throw error
}

function minutes(ms: number): string {
  const count = Math.ceil(ms / minuteMs)
  return `${count} ${count === 1 ? 'minute' : 'minutes'}`
}
