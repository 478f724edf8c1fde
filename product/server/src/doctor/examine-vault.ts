import { Client } from 'pg'

import type { ResultsSettings } from '../config/config.ts'
import { good, problem, type Finding } from './finding.ts'
import { networkReason } from './network-reason.ts'

const deadlineMs = 5_000

/** Checks that the vault answers, and that its tables and this role's rights exist. The check opens no result. */
export async function examineVault({ vaultUrl, mode }: ResultsSettings): Promise<Finding[]> {
  if (vaultUrl === undefined) return []
  const client = new Client({
    connectionString: vaultUrl,
    connectionTimeoutMillis: deadlineMs,
    query_timeout: deadlineMs,
  })
  client.on('error', () => {}) // The error is ignored, because the query on the lost connection rejects as well.
  try {
    await client.connect()
    const { rows } = await client.query<{ may: boolean | null }>(
      `select bool_and(has_table_privilege(oid, right_)) as may
       from pg_class, unnest(array['select', 'insert', 'delete']) right_
       where relname in ('vault_results', 'vault_keys') and relnamespace = current_schema()::regnamespace`,
    )
    const [rights] = rows
    if (rights?.may === null)
      return [problem('vault', 'answers, and has no tables yet: `admin migrate` makes them')]
    if (!rights?.may) return [problem('vault', 'answers, and this role may not keep results there')]
    return [good('vault', mode === 'vault' ? 'answers' : 'answers; new results do not go there')]
  } catch (error) {
    return [problem('vault', `cannot be used: ${networkReason(error)}`)]
  } finally {
    await client.end().catch(() => {})
  }
}
