import { expect } from 'vitest'

import { runSql } from './run-sql.ts'
import { isOnCluster } from './test-database.ts'

/** Resolves when `count` statements on this database wait for a lock. On a cluster the lock may be on any node. */
export async function lockIsWaitedFor(db: Parameters<typeof runSql>[0], count = 1): Promise<void> {
  const waits = isOnCluster() ? 'citus_lock_waits' : onThisServer
  await expect
    .poll(async () => (await runSql(db, `select from ${waits}`)).length)
    .toBeGreaterThanOrEqual(count)
}

const onThisServer = `pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
