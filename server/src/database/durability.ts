import { neverNull, textOf } from './kinds.ts'
import type { Runner } from './runner.ts'
import { statement } from './sql.ts'

const losses = {
  fsync: 'fsync is off in this database: a crash of its machine can destroy all of it',
  synchronous_commit:
    'synchronous_commit is off in this database: a crash loses what agents were told is done',
}

/** @returns one sentence for each setting by which this database may lose an answered call */
export async function durabilityProblems(db: Runner): Promise<string[]> {
  const rows = await listUnsafeSettings(db)
  return rows.map(({ name }) => losses[name])
}

const listUnsafeSettings = statement('durability.listUnsafeSettings', 'one-node', {
  name: neverNull(textOf<keyof typeof losses>()),
})`
  select name from pg_settings
  where setting = 'off' and name in ('fsync', 'synchronous_commit') order by name`
