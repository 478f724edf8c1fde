import { tablePlacements } from '../../src/database/schema/table-placements.ts'
import type { SqlRunner } from '../../src/database/link/sql.ts'
import { runSql } from './run-sql.ts'

/** The tables that a migration fills. */
const filled = ['migrations', 'roles', 'role_privileges', 'audit_turn']

/** Deletes the rows of a test's database, which is quicker than a new database with a new server. */
export async function emptyTables(db: SqlRunner): Promise<void> {
  const tables = Object.keys(tablePlacements).filter(name => !filled.includes(name))
  await db.inTransaction(async transaction => {
    // The rows of the audit trail may not be deleted otherwise.
    await runSql(transaction, 'set local session_replication_role = replica')
    // For the few rows of a test, deleting takes a tenth of the time of TRUNCATE.
    await runSql(transaction, tables.map(name => `delete from ${name}`).join(';'))
  })
}
