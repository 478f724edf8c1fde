import type { Agent } from './agent-stores.ts'

/** Returns the agent, or undefined for a disabled agent, so that calls are answered as for an unknown phone. */
export async function enabledAgent(found: Promise<Agent | undefined>): Promise<Agent | undefined> {
  const agent = await found
  return agent?.disabledOn ? undefined : agent
}
