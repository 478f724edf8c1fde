import {
  contactFields,
  contactOf,
  indianMobileRule,
  isIndianMobile,
  problemsOf,
  tidyDetails,
} from '@ekyc/contract/console/sheet-lines'
import { Type } from 'typebox'

import { indexAgents } from '../database/agent-words.ts'
import { changeAgentMobile, removeOneTimePasswords, updateAgents } from '../database/agents.ts'
import { endSessions } from '../database/sessions.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { ChangedMeanwhile, changing, inputOf, orNone } from './act.ts'
import { refuseHeld } from './held-agents.ts'

const changes = Type.Partial(Type.Record(Type.Enum([...contactFields]), Type.String()))

/** Changes the details that are told, and leaves the others; not, if the agent's version is another than the one told. */
export const updateAgent = changing(
  'agent.update',
  inputOf({ agent: Type.String(), changes, version: orNone(Type.Integer()) }),
  async (agent, { db }, told) => {
    if (told.version !== undefined && told.version !== agent.version) throw new ChangedMeanwhile()
    const before = { ...agent, roles: [] }
    const after = tidyDetails({ ...before, ...told.changes })
    const [problem] = problemsOf(after, []).filter(({ field }) => field !== 'roles' && field !== 'mobile')
    if (problem) throw new CommandRefused(`${problem.field} ${problem.problem}.`)
    const changed = contactFields.some(field => after[field] !== before[field])
    const agents = JSON.stringify([{ id: before.id, ...contactOf(after) }])
    if (changed) await updateAgents(db, { agents })
    if (after.name !== before.name) await indexAgents(db, [before.id])
    return { changed }
  },
)

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
