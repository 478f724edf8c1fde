import type { Command } from './command.ts'
import { activityCommands } from './commands/activity.ts'
import { agentCommands } from './commands/agents.ts'
import { auditCommands } from './commands/audit.ts'
import { demoCommands } from './commands/demo.ts'
import { doctorCommands } from './commands/doctor.ts'
import { migrateCommands } from './commands/migrate.ts'
import { outboxCommands } from './commands/outbox.ts'
import { roleCommands } from './commands/roles.ts'
import { sessionCommands } from './commands/sessions.ts'

/** Everything that can be asked, in the order of its help. */
export const commands: Command[] = [
  ...agentCommands,
  ...roleCommands,
  ...sessionCommands,
  ...activityCommands,
  ...outboxCommands,
  ...auditCommands,
  ...demoCommands,
  ...doctorCommands,
  ...migrateCommands,
]

/** The first words of the commands. */
export const groups: Record<string, string> = {
  agents: 'Agents',
  roles: 'Roles',
  privileges: 'Privileges withheld from single agents',
  sessions: 'Sessions',
  orders: 'Orders',
  outbox: 'Messages to agents and to the bank',
  audit: 'Audit trail',
  stats: 'Statistics',
  demo: 'Demo data',
  doctor: 'Health of a set-up',
  migrate: 'Database',
}
