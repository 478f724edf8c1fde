import type { Client } from 'pg'

import type { Config } from '../config/config.ts'
import { onConnection } from '../database/link/database-link.ts'
import { good, problem, type Finding } from './finding.ts'
import { networkReason } from './network-reason.ts'

const deadlineMs = 5_000

/** Checks that the vault answers, and that its tables and this role's rights exist. The check opens no result. */
export async function examineVault({ vaultUrl, mode }: Config['results']): Promise<Finding[]> {
  if (vaultUrl === undefined) return []
  try {
    const may = await onConnection(vaultUrl, mayKeepResults, { query_timeout: deadlineMs })
    if (may === null) return [problem('vault', 'answers, and has no tables yet: `admin migrate` makes them')]
    if (!may) return [problem('vault', 'answers, and this role may not keep results there')]
    return [good('vault', mode === 'vault' ? 'answers' : 'answers; new results do not go there')]
  } catch (error) {
    return [problem('vault', `cannot be used: ${networkReason(error)}`)]
  }
}

async function mayKeepResults(client: Client): Promise<boolean | null | undefined> {
  const { rows } = await client.query<{ may: boolean | null }>(
    `select bool_and(has_table_privilege(oid, right_)) as may
     from pg_class, unnest(array['select', 'insert', 'delete']) right_
     where relname in ('vault_results', 'vault_keys') and relnamespace = current_schema()::regnamespace`,
  )
  return rows[0]?.may
}
