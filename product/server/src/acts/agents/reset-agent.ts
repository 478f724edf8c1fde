import { demandAgentReset } from '../../database/agents/agents.ts'
import { removePasskeys } from '../../database/sign-in/passkeys.ts'
import { endSessions } from '../../database/sign-in/sessions.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { changing, onlyAgent } from '../act.ts'

export const resetPassword = changing('agent.reset-password', onlyAgent, async (agent, { db, at, shown }) => {
  const { id: agentId, passwordHash, resetDemanded } = agent
  if (passwordHash === null)
    throw new CommandRefused(
      `${shown(agent.mobile)} has no password yet: the first log-in asks for an OTP and sets one.`,
    )
  await demandAgentReset(db, { agentId })
  return { changed: !resetDemanded, sessionsEnded: await endSessions(db, { agentId, at }) }
})

export const resetPasskeys = changing('agent.reset-passkeys', onlyAgent, async (agent, { db, at }) => {
  const agentId = agent.id
  const removed = (await removePasskeys(db, { agentId })).length
  const sessionsEnded = removed > 0 ? await endSessions(db, { agentId, at }) : 0
  return { changed: removed > 0, removed, sessionsEnded }
})
