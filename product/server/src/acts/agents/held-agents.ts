import { findHeldMobile, joinActsOnAgents } from '../../database/agents/imports.ts'
import type { Runner } from '../../database/link/runner.ts'
import { CommandRefused } from '../../domain/command-refused.ts'

/**
 * Refuses an act on agents whom an import is changing, or on mobile numbers for which the import is adding agents. No
 * other import can begin to change these agents before the act's transaction ends.
 */
export async function refuseHeld(db: Runner, mobiles: string[]): Promise<void> {
  await joinActsOnAgents(db)
  if (await findHeldMobile.first(db, { mobiles }))
    throw new CommandRefused(
      mobiles.length === 1
        ? 'An import is changing this agent: try again in a few minutes.'
        : 'An import is changing one of these agents: try again in a few minutes.',
    )
}
