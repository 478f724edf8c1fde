import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import type { Operator } from '../operator.ts'

export function addMigrateCommand(program: CommandUnknownOpts, { audited, answer, open }: Operator): void {
  program
    .command('migrate')
    .helpGroup('Database:')
    .summary('Brings the database up to what this version needs, while servers run.')
    .description(
      `As the role that owns the tables. Where the roles of deploy/roles.sql are, it also sets what each may do. It may
be cut off at any moment and run again.`,
    )
    .action(async () => {
      const { migrate } = await open({ schema: 'as-it-is' })
      // The audit row is written after the migration, because the migration may create the audit trail itself.
      const applied = await migrate()
      await audited('schema.migrate', async ({ row }) => {
        row.subject = applied.length === 0 ? 'up to date' : applied.join(', ')
        row.unchanged = applied.length === 0
      })
      const names = applied.length === 0 ? 'none was missing' : applied.join(', ')
      const changed = applied.length > 0
      await answer(`Migrations: ${names}. The database is up to date.`, { changed, applied })
    })
}
