import { listWaits, setAgentDisabled } from '../../database/agents/agents.ts'
import { removeQuotas } from '../../database/agents/quotas.ts'
import { endSessions } from '../../database/sign-in/sessions.ts'
import { signInAttemptsIn } from '../../database/sign-in/sign-in-attempts.ts'
import { changing, onlyAgent } from '../act.ts'

export const enableAgent = changing('agent.enable', onlyAgent, async (agent, { db, at }) => {
  if (!agent.disabledOn) return { changed: false }
  await setAgentDisabled(db, { agentId: agent.id, disabledOn: null })
  // A log-in that was running when the agent was disabled may have opened a session afterwards.
  await endSessions(db, { agentId: agent.id, at })
  return { changed: true }
})

export const unlockAgent = changing('agent.unlock', onlyAgent, async ({ mobile }, { db, at }) => {
  const waits = await listWaits(db, { mobiles: [mobile], at })
  await signInAttemptsIn(db).unblock(mobile)
  return { changed: waits.length > 0 }
})

export const liftLimits = changing('agent.lift-limits', onlyAgent, async ({ id }, { db }) => ({
  changed: (await removeQuotas(db, { subject: id })).length > 0,
}))
