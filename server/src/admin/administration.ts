import {
  createActivityAdministration,
  type ActivityAdministration,
} from '../domain/activity-administration.ts'
import { createPerform } from '../domain/administration.ts'
import type { AdministrationTransaction } from '../domain/administration-stores.ts'
import {
  createAuditAdministration,
  type AuditAdministration,
  type AuditBook,
} from '../domain/audit-administration.ts'
import { createAgentAdministration, type AgentAdministration } from '../domain/agent-administration.ts'
import { createManyAgents, type ManyAgents } from '../domain/many-agents.ts'
import { createDemoAdministration, type DemoAdministration } from '../domain/demo-administration.ts'
import { createMessageAdministration, type MessageAdministration } from '../domain/message-administration.ts'
import { createRoleAdministration, type RoleAdministration } from '../domain/role-administration.ts'
import type { BoxKeys } from '../domain/sealed-box.ts'
import { createSchemaAdministration, type SchemaAdministration } from '../domain/schema-administration.ts'
import { createSessionAdministration, type SessionAdministration } from '../domain/session-administration.ts'

/** All that an operator may do. */
export type Administration = {
  agents: AgentAdministration
  roles: RoleAdministration
  sessions: SessionAdministration
  manyAgents: ManyAgents
  messages: MessageAdministration
  activity: ActivityAdministration
  audit: AuditAdministration
  demo: DemoAdministration
  schema: SchemaAdministration
}

export function createAdministration(options: {
  transaction: AdministrationTransaction
  /** Asked for when the trail is looked at: only then its keys are needed. */
  auditBook: () => AuditBook
  /** Asked for when a message is written. */
  outboxKeys: () => BoxKeys
  migrateSchema: () => Promise<string[]>
  operator: string
  now: () => Date
}): Administration {
  const perform = createPerform(options)
  return {
    agents: createAgentAdministration(perform),
    roles: createRoleAdministration(perform),
    sessions: createSessionAdministration(perform),
    manyAgents: createManyAgents(perform),
    messages: createMessageAdministration(perform, options.outboxKeys),
    activity: createActivityAdministration(perform),
    audit: createAuditAdministration({ perform, book: options.auditBook, now: options.now }),
    demo: createDemoAdministration(perform),
    schema: createSchemaAdministration({ perform, migrateSchema: options.migrateSchema }),
  }
}
