import type { Agent } from './stores.ts'

/** A disabled agent is answered like a phone that nobody has. */
export async function enabledAgent(found: Promise<Agent | undefined>): Promise<Agent | undefined> {
  const agent = await found
  return agent?.disabledOn ? undefined : agent
}
