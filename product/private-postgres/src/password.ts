import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, linkSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes the password of the server's only user to `scratch`. If `folder` contains no password yet, a new password is
 * written to both folders. Otherwise the password in `folder`, from an earlier or simultaneous start, is copied to
 * `scratch`. The function makes a link, because a rename could replace an existing file.
 */
export function makePassword(folder: string, scratch: string): void {
  const own = join(scratch, 'password')
  writeFileSync(own, randomBytes(24).toString('hex'), { mode: 0o600, flush: true })
  try {
    linkSync(own, join(folder, 'password'))
  } catch {
    copyFileSync(join(folder, 'password'), own)
  }
}

export function addressOf(folder: string, port: number): string {
  const file = join(folder, 'password')
  if (!existsSync(file)) throw new Error(`nobody can log in to its data, because ${file} is missing`)
  return `postgres://postgres:${readFileSync(file, 'utf8')}@127.0.0.1:${port}/postgres`
}
