import { sql } from 'drizzle-orm'

import type { Queryable } from './queryable.ts'

const losses: Record<string, string> = {
  fsync: 'fsync is off in this database: a crash of its machine can destroy all of it',
  synchronous_commit:
    'synchronous_commit is off in this database: a crash loses what agents were told is done',
}

/** What of an answered call this database may lose, a sentence each. */
export async function durabilityProblems(db: Queryable): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(
    sql`select name from pg_settings where setting = 'off' and name in ('fsync', 'synchronous_commit') order by name`,
  )
  return rows.map(({ name }) => losses[name] ?? name)
}
