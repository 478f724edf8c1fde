import type { ActName } from '@ekyc/contract/console/acts'
import { mobileLength } from '@ekyc/contract/limits'
import { isMobile } from '@ekyc/contract/rules'
import { Type } from 'typebox'

import { lockAgentById, lockAgents, type ManagedAgent } from '../../database/agents/agents.ts'
import { findMobileInImport, blockImportStart } from '../../database/agents/imports.ts'
import type { SqlRunner } from '../../database/link/sql.ts'
import { maskMobile } from '../../domain/agents/agents.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { isUuid } from '../../domain/ids.ts'
import { actInput, type Act, type ActContext, type ActInputSchema } from '../act.ts'

/**
 * Locks the agent's row, so that two makers act on one agent one after the other.
 * @param named the agent's id or mobile number
 * @param about the text that follows the mobile number in the subject of the audit row
 */
export async function lockNamedAgent({ db, row, maker }: ActContext, named: string, about = '') {
  const isId = isUuid(named)
  row.subject = isId ? named : 'no mobile number'
  if (!isId && !isMobile(named)) {
    // The text may be a customer's id number, which no error message contains (decisions.md section 3).
    const shown = maker.kind === 'staff' ? maskMobile(named) : named
    throw new CommandRefused(`'${shown}' is not a mobile number: ${mobileLength} digits.`)
  }
  // Masked until an agent is found, since the number may belong to anybody.
  if (!isId) row.subject = maskMobile(named)
  const agent = await (isId
    ? lockAgentById.first(db, { id: named })
    : lockAgents.first(db, { mobiles: [named] }))
  if (!agent)
    throw new CommandRefused(`There is no agent with the ${isId ? `id ${named}` : `mobile ${named}`}.`)
  row.subject = `${agent.mobile} ${about}`.trim()
  row.agentId = agent.id
  return agent
}

/** @param about as of `lockNamedAgent` */
export function actOnAgent<In extends { agent: string }, Out extends { changed: boolean }>(
  name: ActName,
  input: ActInputSchema<In>,
  work: (agent: ManagedAgent, action: ActContext, input: In) => Promise<Out>,
  about?: (input: In) => string,
): Act<In, { mobile: string } & Out> {
  return {
    name,
    input,
    async run(action, told) {
      const agent = await lockNamedAgent(action, told.agent, about?.(told))
      await refuseAgentsInImport(action.db, [agent.mobile])
      const result = await work(agent, action, told)
      action.row.unchanged = !result.changed
      return { mobile: agent.mobile, ...result }
    },
  }
}

export const agentInput = actInput({ agent: Type.String() })

/**
 * Refuses agents whom an import is changing, and mobile numbers that it is adding. No other import begins to change
 * these agents before the act's transaction ends.
 */
export async function refuseAgentsInImport(db: SqlRunner, mobiles: string[]): Promise<void> {
  await blockImportStart(db)
  if (await findMobileInImport.first(db, { mobiles }))
    throw new CommandRefused(
      mobiles.length === 1
        ? 'An import is changing this agent: try again in a few minutes.'
        : 'An import is changing one of these agents: try again in a few minutes.',
    )
}
