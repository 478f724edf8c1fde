import { neverNull, text } from './kinds.ts'
import type { Runner } from './runner.ts'
import { statement } from './sql.ts'

/**
 * Returns an identifier of the database: the ids of its cluster, of the cluster's timeline and of the database itself.
 * A restored copy has a different identifier: a restored dump has a different database id, and a restored cluster has a
 * different timeline.
 */
export async function databaseIdentity(db: Runner): Promise<string> {
  return (await findIdentity.one(db)).identity
}

const findIdentity = statement('database.findIdentity', { identity: neverNull(text) })`
  select system_identifier || '/' || timeline_id || '/' || oid as identity
  from pg_control_system(), pg_control_checkpoint(), pg_database where datname = current_database()`
