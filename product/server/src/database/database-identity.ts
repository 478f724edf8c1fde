import { neverNull, text } from './kinds.ts'
import type { Runner } from './runner.ts'
import { statement } from './sql.ts'

/**
 * Tells which database this is: its cluster, the cluster's timeline and its own number. A copy that was restored differs
 * in at least one of them, a dump in the number, a restored cluster in the timeline.
 */
export async function databaseIdentity(db: Runner): Promise<string> {
  return (await findIdentity.one(db)).identity
}

const findIdentity = statement('database.findIdentity', 'one-node', { identity: neverNull(text) })`
  select system_identifier || '/' || timeline_id || '/' || oid as identity
  from pg_control_system(), pg_control_checkpoint(), pg_database where datname = current_database()`
