import { tablePlacements } from '../../src/database/schema/table-placements.ts'
import type { SqlRunner } from '../../src/database/link/sql-runner.ts'
import { runSql } from './run-sql.ts'
import { isOnCluster } from './test-database.ts'

/** The tables that a migration fills. */
const filled = ['migrations', 'roles', 'role_privileges', 'audit_turn']

/** Deletes the rows of a test's database, which is quicker than a new database with a new server. */
export async function emptyTables(db: SqlRunner): Promise<void> {
  const tables = Object.keys(tablePlacements).filter(name => !filled.includes(name))
  const isTrail = (name: string) => name.startsWith('audit_')
  await db.inTransaction(async transaction => {
    // A cluster needs some seconds for its tables.
    await runSql(transaction, 'set local statement_timeout = 0')
    // The rows of the audit trail may not be deleted otherwise. Citus empties no table of its workers in this role.
    const asReplica = 'set local session_replication_role = replica'
    const [trail, others] = [tables.filter(isTrail), tables.filter(name => !isTrail(name))]
    const statements = isOnCluster()
      ? [`truncate ${others.join(', ')}`, asReplica, `truncate ${trail.join(', ')}`]
      : // For the few rows of a test, deleting takes a tenth of the time of TRUNCATE.
        [asReplica, tables.map(name => `delete from ${name}`).join(';')]
    for (const one of statements) await runSql(transaction, one)
  })
}
