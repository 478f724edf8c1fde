import { mobileLength } from '@ekyc/contract/limits'
import { isMobile } from '@ekyc/contract/rules'

import { lockAgent, type ManagedAgent } from '../database/agents.ts'
import { auditIn } from '../database/audit.ts'
import type { Runner } from '../database/runner.ts'
import { askShardsInTurn } from '../database/shards-in-turn.ts'
import type { AuditSeals } from '../domain/audit-seal.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { maskMobile } from '../domain/mask-mobile.ts'

/** A running action: its transaction, its moment, and its audit row, which the action completes. */
export type Action = {
  db: Runner
  at: Date
  row: AuditRow
  /** Adds an audit row for one agent of an action on several, so that a search by agent finds it. */
  addRow(action: string, row: AuditRow): Promise<void>
}

type AuditRow = { subject: string; agentId?: string; unchanged?: boolean }

/**
 * Runs an operator's action and writes its audit row in one transaction, so that every change or view has a record. A
 * refused action is rolled back, but its audit row stays.
 * @param action noun.verb, as in the audit trail
 * @throws CommandRefused
 */
export type Audited = <T>(action: string, work: (action: Action) => Promise<T>) => Promise<T>

export function createAudited(options: {
  runner: Runner
  seals: AuditSeals
  operator: string
  now: () => Date
}): Audited {
  const { runner, seals, operator, now } = options
  return async (action, work) => {
    const at = now()
    const row: AuditRow = { subject: '' }
    const ended = await runner.inTransaction(async transaction => {
      await askShardsInTurn(transaction)
      const append = (of: string, { subject, agentId }: AuditRow, outcome: string) =>
        auditIn(transaction, seals).append({
          at,
          actorKind: 'admin',
          agentId,
          actor: operator,
          action: of,
          subject,
          outcome,
          requestId: undefined,
          traceId: undefined,
          address: undefined,
        })
      const addRow = (part: string, partRow: AuditRow) => append(part, partRow, 'done')
      try {
        const result = await transaction.inTransaction(db => work({ db, at, row, addRow }))
        await append(action, row, row.unchanged === true ? 'unchanged' : 'done')
        return { result }
      } catch (refusal) {
        if (!(refusal instanceof CommandRefused)) throw refusal
        await append(action, row, 'refused')
        return { refusal }
      }
    })
    if ('refusal' in ended) throw ended.refusal
    return ended.result
  }
}

/** Finds the agent and locks the row, so that actions of two operators on one agent run one after the other. */
export async function agentOf({ db, row }: Action, mobile: string, about = ''): Promise<ManagedAgent> {
  row.subject = 'no mobile number'
  if (!isMobile(mobile))
    throw new CommandRefused(`'${mobile}' is not a mobile number: ${mobileLength} digits.`)
  // Masks a number without an agent, since it may belong to anybody.
  row.subject = maskMobile(mobile)
  const agent = await lockAgent.first(db, { mobile })
  if (!agent) throw new CommandRefused(`There is no agent with the mobile ${mobile}.`)
  row.subject = `${mobile} ${about}`.trim()
  row.agentId = agent.id
  return agent
}

/**
 * Runs an audited action that changes one agent, or has nothing to change.
 * @param about follows the mobile in the subject of the audit row
 */
export async function changeAgent<T extends { changed: boolean }>(
  audited: Audited,
  name: string,
  mobile: string,
  work: (agent: ManagedAgent, action: Action) => Promise<T>,
  about?: string,
): Promise<{ mobile: string } & T> {
  return audited(name, async action => {
    const result = await work(await agentOf(action, mobile, about), action)
    action.row.unchanged = !result.changed
    return { mobile, ...result }
  })
}
