import {
  detailFields,
  detailsOf,
  indianMobileRule,
  isIndianMobile,
  kycFields,
  problemsOf,
  tidyDetails,
  type DetailField,
} from '@ekyc/contract/console/sheet-lines'
import { indiaDate } from '@ekyc/contract/india-time'
import { Type } from 'typebox'

import { indexAgents } from '../../database/agents/agent-index.ts'
import {
  changeAgentMobile,
  removeOneTimePasswords,
  updateAgents,
  type ManagedAgent,
} from '../../database/agents/agents.ts'
import { endSessions } from '../../database/sign-in/sessions.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { ChangedMeanwhile, changing, inputOf, orNone, refuseHeld, type Action } from '../act.ts'

const text = Type.String()
const strict = { additionalProperties: false }
const contactFields = detailFields.filter(field => !kycFields.some(one => one === field))
const contacts = Type.Partial(Type.Record(Type.Enum(contactFields), text, strict), strict)
const kyc = Type.Partial(Type.Record(Type.Enum(kycFields), text, strict), strict)
const version = orNone(Type.Integer())

/** Refuses the change if the agent no longer has the given version. */
export const updateAgent = changing(
  'agent.update',
  inputOf({
    agent: text,
    changes: contacts,
    version,
  }),
  changeDetails,
)

/** Records the bank's KYC of an agent: day, evidence, next KYC, next review and risk. A new KYC ends dormancy. */
export const recordKyc = changing(
  'agent.record-kyc',
  inputOf({ agent: text, changes: kyc, version }),
  async (agent, action, told) => {
    const { kycOn = '' }: Partial<Record<DetailField, string>> = told.changes
    if (kycOn > indiaDate(action.at)) throw new CommandRefused('kycOn is a day to come.')
    return changeDetails(agent, action, told)
  },
)

async function changeDetails(
  agent: ManagedAgent,
  { db, at }: Action,
  told: { changes: Partial<Record<DetailField, string>>; version?: number | undefined },
): Promise<{ changed: boolean }> {
  if (told.version !== undefined && told.version !== agent.version) throw new ChangedMeanwhile()
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

export const changeMobile = changing(
  'agent.change-mobile',
  inputOf({ agent: Type.String(), to: Type.String() }),
  async (agent, { db, at, row, shown }, { to }) => {
    const { mobile } = agent
    if (!isIndianMobile(to)) throw new CommandRefused(`'${shown(to)}' ${indianMobileRule}.`)
    if (to === mobile) return { to, changed: false, sessionsEnded: 0 }
    await refuseHeld(db, [to])
    if (!(await changeAgentMobile(db, { agentId: agent.id, mobile: to })))
      throw new CommandRefused(`${shown(to)} is an agent already.`)
    await removeOneTimePasswords(db, { mobiles: [mobile, to] })
    row.subject = `${mobile} to ${to}`
    const sessionsEnded = await endSessions(db, { agentId: agent.id, at })
    return { to, changed: true, sessionsEnded }
  },
)
