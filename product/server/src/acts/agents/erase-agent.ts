import { isMobile } from '@ekyc/contract/rules'

import {
  countOrders,
  countRunningOrders,
  eraseAgent as eraseRows,
} from '../../database/agents/agent-erasure.ts'
import { agentsIn } from '../../database/agents/agents.ts'
import { eraseFromAudit } from '../../database/audit/audit-erasure.ts'
import { readHeld } from '../../database/kyc/holds.ts'
import { lockTouched } from '../../database/staff/proposals.ts'
import { AuditKeyMissing } from '../../domain/audit/audit-seal.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { minuteMs } from '../../domain/clocks.ts'
import { maskMobile } from '../../domain/agents/agents.ts'
import { longestLeaseMs } from '../../domain/kyc/settlement.ts'
import type { Agent } from '../../domain/agents/agent-stores.ts'
import { act, agentOf, onlyAgent, refuseHeld, type Action, type Draft } from '../act.ts'

/** The shortest time between disabling and erasing an agent, as text. */
export const erasureWait = minutes(longestLeaseMs)

/** Returns undefined if no agent has this mobile number. */
export const eraseAgent = act({
  name: 'agent.erase',
  input: onlyAgent,
  // A job runs this act, because it needs the earlier audit keys, which the console does not have.
  job: 'erase',
  async draft(action, { agent: named }): Promise<Draft> {
    const agent = await agentOf(action, named)
    await refuseActive(action, agent)
    const { id } = agent
    const ground = await lockTouched(action.db, { ids: [id] })
    return {
      input: { agent: id },
      ground: ground.map(({ version }) => ({ kind: 'agent', id, version })),
      changes: [{ field: 'agent', now: 'disabled', becomes: 'erased', rows: 1 }],
      effect: await countOrders.one(action.db, { agentId: id }),
    }
  },
  async run(action, { agent: named }) {
    const { db, at, row, seals } = action
    if (isMobile(named) && !(await agentsIn(db).findByMobile(named))) {
      // A repeated command finds no agent, since the database does not remember the mobile numbers of erased agents.
      row.subject = maskMobile(named)
      row.unchanged = true
      return undefined
    }
    const agent = await agentOf(action, named)
    await refuseHeld(db, [agent.mobile])
    await refuseActive(action, agent)
    const { mobiles, rows: auditRows } = await eraseFromAudit(db, seals, agent).catch(explainMissingKey)
    const { orders } = await eraseRows(db, { agentId: agent.id, mobiles, at })
    row.subject = agent.id
    return { id: agent.id, orders, auditRows }
  },
})

/**
 * Refuses to erase an agent who is not disabled, has running orders, or has a legal hold on the agent or an order. Also
 * refuses while calls from before the agent was disabled may still run, since they write the mobile into audit rows.
 */
async function refuseActive({ db, at, shown }: Action, agent: Agent): Promise<void> {
  const { id, disabledOn } = agent
  const mobile = shown(agent.mobile)
  const { heldAgents, agentsOfOrders } = await readHeld(db)
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
