import { problemsOf } from '@ekyc/contract/console/sheet-lines'

import { indexAgents } from '../../database/agents/agent-index.ts'
import { agentsIn, insertAgentRoles, insertAgents, listRoles } from '../../database/agents/agents.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { maskMobile, newAgent } from '../../domain/agents/agents.ts'
import { act, inputOf, refuseHeld, type Action, type Draft } from '../act.ts'
import { detailCells } from './agent-lines.ts'

export const addAgent = act({
  name: 'agent.add',
  input: inputOf(detailCells),
  givesRight: ({ roles }) => roles.length > 0,
  async draft(action, details): Promise<Draft> {
    const { name, mobile } = await newAgentOf(action, details)
    if (await agentsIn(action.db).findByMobile(mobile))
      throw new CommandRefused(`${action.shown(mobile)} is an agent already.`)
    const changes = [
      ['name', name],
      ['mobile', maskMobile(mobile)],
      ['roles', details.roles.join(' ')],
    ] as const
    return {
      input: details,
      ground: [],
      changes: changes.map(([field, becomes]) => ({ field, now: '', becomes, rows: 1 })),
      effect: {},
    }
  },
  async run(action, details) {
    const { db, at, row, shown } = action
    const agent = await newAgentOf(action, details)
    const agents = JSON.stringify([agent])
    if ((await insertAgents(db, { agents })).length === 0) {
      const existing = await agentsIn(db).findByMobile(agent.mobile)
      if (existing) row.agentId = existing.id
      throw new CommandRefused(`${shown(agent.mobile)} is an agent already.`)
    }
    await insertAgentRoles(db, { agents })
    await indexAgents(db, [agent.id], at)
    row.agentId = agent.id
    row.subject = `${agent.mobile} ${details.roles.join(' ')}`
    return { mobile: agent.mobile }
  },
})

async function newAgentOf({ db, at, row }: Action, details: Parameters<typeof newAgent>[0]) {
  row.subject = 'new agent'
  const agent = newAgent(details, at)
  const roles = await listRoles(db)
  const problems = problemsOf(
    agent,
    roles.map(one => one.role),
  )
  // One person may add an agent without roles.
  const problem = problems.find(({ field }) => field !== 'roles' || details.roles.length > 0)
  if (problem) throw new CommandRefused(`${problem.field} ${problem.problem}.`)
  row.subject = agent.mobile
  await refuseHeld(db, [agent.mobile])
  return agent
}
