import { change, type Perform } from './administration.ts'

export type SchemaAdministration = {
  /** Brings the database up to date, and sets what its roles may do. */
  migrate(): Promise<{ applied: string[] }>
}

export function createSchemaAdministration(options: {
  perform: Perform
  /** @returns the migrations that were missing */
  migrateSchema: () => Promise<string[]>
}): SchemaAdministration {
  return {
    async migrate() {
      // Recorded afterwards: the trail itself may be what was missing.
      const applied = await options.migrateSchema()
      const subject = applied.length === 0 ? 'up to date' : applied.join(', ')
      return options.perform('schema.migrate', async () => ({
        subject,
        ...change({ changed: applied.length > 0, applied }),
      }))
    },
  }
}
