import type { Agent } from './stores.ts'

/** Returns undefined for a disabled agent, so that the answers equal those for an unknown phone. */
export async function enabledAgent(found: Promise<Agent | undefined>): Promise<Agent | undefined> {
  const agent = await found
  return agent?.disabledOn ? undefined : agent
}
