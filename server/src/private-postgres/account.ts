import { chownSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { PrivatePostgresUnavailable } from './private-postgres-unavailable.ts'

export type Account = { uid: number; gid: number }

/**
 * Chooses the account that root drops to, since PostgreSQL refuses to run as root: the owner of the data, else the
 * machine's account for PostgreSQL, else `nobody`. No account is created.
 */
export function accountToDropTo(data: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = lstatSync(data, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const accounts = readAccounts()
  const account = accounts.get('postgres') ?? accounts.get('_postgres') ?? accounts.get('nobody')
  if (account) return account
  throw new PrivatePostgresUnavailable(
    'it may not run as root, and there is no account "postgres" or "nobody" to drop to',
  )
}

/** Changes the owner of a folder that root has copied or restored. */
export function giveTo(account: Account, path: string): void {
  const stat = lstatSync(path)
  if (stat.uid !== account.uid) chownSync(path, account.uid, account.gid)
  if (stat.isDirectory()) for (const name of readdirSync(path)) giveTo(account, join(path, name))
}

function readAccounts(): Map<string, Account> {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  const fields = lines.filter(line => !line.startsWith('#')).map(line => line.split(':'))
  return new Map(fields.map(([name = '', , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]))
}
