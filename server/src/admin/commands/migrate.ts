import { command, type Command } from '../command.ts'

export const migrateCommands: Command[] = [
  command({
    name: 'migrate',
    summary: 'Brings the database up to what this version needs, while servers run.',
    details: `As the role that owns the tables. Where the roles of deploy/roles.sql are, it also sets what each may do. It may
be cut off at any moment and run again.`,
    async run(_input, tools) {
      const { schema } = await tools.administration({ schema: 'as-it-is' })
      const { applied } = await schema.migrate()
      const done = applied.length === 0 ? 'none was missing' : applied.join(', ')
      return { text: `Migrations: ${done}. The database is up to date.`, data: { applied } }
    },
  }),
]
