import { Type } from 'typebox'

import { setAgentDisabled } from '../../database/agents/agents.ts'
import { endSessions } from '../../database/sign-in/sessions.ts'
import type { Agent } from '../../domain/agents/agent-stores.ts'
import { act, changing, inputOf, onlyAgent, type Action } from '../act.ts'
import {
  LinesRefused,
  lineProblems,
  lockAgentsOf,
  mobileLines,
  readLines,
  type FileLine,
} from './agent-lines.ts'

export const disableAgent = changing('agent.disable', onlyAgent, async (agent, action) => ({
  changed: !agent.disabledOn,
  sessionsEnded: await disable(action, agent),
}))

/** Disables all agents of a list. If one line names no agent, the act disables none of them. */
export const disableAgents = act({
  name: 'agent.disable-many',
  input: inputOf({ lines: mobileLines, source: Type.String() }),
  size: ({ lines }) => lines.length,
  async settle(action, { lines }) {
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

async function agentsOf({ db }: Action, lines: FileLine<{ mobile: string }>[]): Promise<Agent[]> {
  const agentsByMobile = await lockAgentsOf(db, lines)
  const strangers = readLines(lines)
    .filter(({ details }) => !agentsByMobile.has(details.mobile.trim()))
    .map(({ line }) => ({ line, field: 'mobile' as const, problem: 'is no agent' }))
  LinesRefused.throwIfAny([...lineProblems(lines), ...strangers])
  return [...agentsByMobile.values()]
}

async function disable({ db, at }: Action, agent: Agent): Promise<number> {
  if (!agent.disabledOn) await setAgentDisabled(db, { agentId: agent.id, disabledOn: at })
  return endSessions(db, { agentId: agent.id, at })
}
