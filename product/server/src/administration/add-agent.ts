import { problemsOf } from '@ekyc/contract/console/sheet-lines'
import { Type } from 'typebox'

import { indexAgents } from '../database/agent-words.ts'
import { agentsIn, insertAgentRoles, insertAgents } from '../database/agents.ts'
import { listRoles } from '../database/roles.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { newAgent } from '../domain/new-agent.ts'
import { act, inputOf } from './act.ts'
import { detailCells } from './agent-lines.ts'
import { refuseHeld } from './held-agents.ts'

export const addAgent = act({
  name: 'agent.add',
  input: inputOf({ ...detailCells, isSynthetic: Type.Boolean() }),
  async run({ db, at, row, shown }, details) {
    row.subject = 'new agent'
    const agent = { ...newAgent(details, at), isSynthetic: details.isSynthetic }
    const roles = await listRoles(db)
    const [problem] = problemsOf(
      agent,
      roles.map(one => one.role),
    )
    if (problem) throw new CommandRefused(`${problem.field} ${problem.problem}.`)
    row.subject = agent.mobile
    await refuseHeld(db, [agent.mobile])
    const agents = JSON.stringify([agent])
    if ((await insertAgents(db, { agents })).length === 0) {
      const existing = await agentsIn(db).findByMobile(agent.mobile)
      if (existing) row.agentId = existing.id
      throw new CommandRefused(`${shown(agent.mobile)} is an agent already.`)
    }
    await insertAgentRoles(db, { agents })
    await indexAgents(db, [agent.id], at)
    row.agentId = agent.id
    row.subject = `${agent.mobile} ${details.roles.join(' ')}${details.isSynthetic ? ', synthetic' : ''}`
    return { mobile: agent.mobile }
  },
})
