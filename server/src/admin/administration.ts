import {
  createActivityAdministration,
  type ActivityAdministration,
} from '../domain/activity-administration.ts'
import { createPerform } from '../domain/administration.ts'
import type { AdministrationTransaction } from '../domain/administration-stores.ts'
import { createAgentAdministration, type AgentAdministration } from '../domain/agent-administration.ts'
import { createMessageAdministration, type MessageAdministration } from '../domain/message-administration.ts'
import { createRoleAdministration, type RoleAdministration } from '../domain/role-administration.ts'
import { createSessionAdministration, type SessionAdministration } from '../domain/session-administration.ts'

/** All that an operator may do. */
export type Administration = {
  agents: AgentAdministration
  roles: RoleAdministration
  sessions: SessionAdministration
  messages: MessageAdministration
  activity: ActivityAdministration
}

export function createAdministration(options: {
  transaction: AdministrationTransaction
  operator: string
  now: () => Date
}): Administration {
  const perform = createPerform(options)
  return {
    agents: createAgentAdministration(perform),
    roles: createRoleAdministration(perform),
    sessions: createSessionAdministration(perform),
    messages: createMessageAdministration(perform),
    activity: createActivityAdministration(perform),
  }
}
