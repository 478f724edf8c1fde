import { lchownSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Account = { uid: number; gid: number }

/**
 * Returns the account to which root switches, because PostgreSQL refuses to run as root: the owner of the data,
 * otherwise the machine's account for PostgreSQL, otherwise `nobody`.
 */
export function accountToDropTo(data: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = lstatSync(data, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const accounts = readFileSync('/etc/passwd', 'utf8')
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:(-?\\d+):(-?\\d+):`, 'm').exec(accounts) ?? []
    if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('it may not run as root, and there is no account "postgres" or "nobody" to drop to')
}

/** Gives a folder that root has created, copied or restored, with all its content, to the account. */
export function giveTo({ uid, gid }: Account, folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of ['', ...names]) lchownSync(join(folder, name), uid, gid)
}
