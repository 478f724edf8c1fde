import { isMobile } from '@ekyc/contract/rules'

import type { AdministrationStores, AdministrationTransaction } from './administration-stores.ts'
import { maskMobile } from './mask-mobile.ts'
import { CommandRefused } from './command-refused.ts'
import type { Agent } from './stores.ts'

/** How an action ended. A refusal is returned before anything is written, so that its own audit row is kept. */
export type Outcome<T> =
  /** unchanged: it was so already */
  { outcome: 'done' | 'unchanged'; result: T } | { outcome: 'refused'; reason: CommandRefused }

/** An outcome, and what it was about, for the audit trail. */
export type Deed<T> = Outcome<T> & Recorded & { parts?: Recorded[] }

/** @param action that of the deed unless told */
type Recorded = { subject: string; agentId?: string; action?: string }

/**
 * One action of an operator and its audit row, in one transaction: nothing is done or shown that is not recorded. A
 * deed about many agents has a row for itself, and one for each part that somebody may look for by the agent.
 * @param action noun.verb, as in the audit trail
 * @throws CommandRefused when the deed was refused
 */
export type Perform = <T>(
  action: string,
  work: (stores: AdministrationStores, at: Date) => Promise<Deed<T>>,
) => Promise<T>

export function createPerform(options: {
  transaction: AdministrationTransaction
  operator: string
  now: () => Date
}): Perform {
  return async (action, work) => {
    const at = options.now()
    const deed = await options.transaction(async stores => {
      const worked = await work(stores, at)
      for (const row of [worked, ...(worked.parts ?? [])])
        await stores.audit.append({
          at,
          actorKind: 'admin',
          agentId: row.agentId,
          actor: options.operator,
          action: row.action ?? action,
          subject: row.subject,
          outcome: worked.outcome,
          requestId: undefined,
          traceId: undefined,
          address: undefined,
        })
      return worked
    })
    if (deed.outcome === 'refused') throw deed.reason
    return deed.result
  }
}

/** A deed about one agent, who is held until it is done. */
export async function onAgent<T>(
  stores: AdministrationStores,
  mobile: string,
  work: (agent: Agent) => Promise<Outcome<T>>,
  about = '',
): Promise<Deed<T>> {
  if (!isMobile(mobile))
    return { subject: 'no mobile number', ...refused(`'${mobile}' is not a mobile number: 10 digits.`) }
  const agent = await stores.directory.findForUpdate(mobile)
  // Nobody's number is masked: it may be anybody's.
  if (!agent)
    return { subject: maskMobile(mobile), ...refused(`There is no agent with the mobile ${mobile}.`) }
  return { subject: `${mobile} ${about}`.trim(), agentId: agent.id, ...(await work(agent)) }
}

export function refused(reason: string): { outcome: 'refused'; reason: CommandRefused } {
  return { outcome: 'refused', reason: new CommandRefused(reason) }
}

export function done<T>(result: T): { outcome: 'done'; result: T } {
  return { outcome: 'done', result }
}

/** @param changed false when it was so already */
export function change<T extends { changed: boolean }>(
  result: T,
): { outcome: 'done' | 'unchanged'; result: T } {
  return { outcome: result.changed ? 'done' : 'unchanged', result }
}
