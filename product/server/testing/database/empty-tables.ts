import { distribution } from '../../src/database/schema/distribution.ts'
import type { Runner } from '../../src/database/link/runner.ts'
import { runSql } from './run-sql.ts'
import { isOnCluster } from './test-database.ts'

/** The tables that a migration fills. */
const filled = ['migrations', 'roles', 'role_privileges', 'audit_turn']

/** Deletes the rows of a test's database, which is quicker than a new database with a new server. */
export async function emptyTables(db: Runner): Promise<void> {
  const tables = Object.keys(distribution).filter(name => !filled.includes(name))
  const isTrail = (name: string) => name.startsWith('audit_')
  await db.inTransaction(async transaction => {
    // A cluster needs some seconds for its tables.
    await runSql(transaction, 'set local statement_timeout = 0')
    if (isOnCluster())
      await runSql(transaction, `truncate ${tables.filter(name => !isTrail(name)).join(', ')}`)
    // The rows of the audit trail may not be deleted otherwise. Citus empties no table of its workers in this role.
    await runSql(transaction, 'set local session_replication_role = replica')
    if (isOnCluster()) await runSql(transaction, `truncate ${tables.filter(isTrail).join(', ')}`)
    // For the few rows of a test, this takes a tenth of the time of TRUNCATE.
    else await runSql(transaction, tables.map(name => `delete from ${name}`).join(';'))
  })
}
