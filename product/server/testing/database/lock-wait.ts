import { expect } from 'vitest'

import { runSql } from './run-sql.ts'

/** Resolves when `count` statements on this database wait for a lock. */
export async function lockIsWaitedFor(db: Parameters<typeof runSql>[0], count = 1): Promise<void> {
  const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await runSql(db, waits)).length).toBeGreaterThanOrEqual(count)
}
