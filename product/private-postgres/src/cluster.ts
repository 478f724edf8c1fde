import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, copyFileSync, linkSync, lstatSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Account, accountToDropTo, giveTo } from './account.ts'
import { makeOnce } from './make-once.ts'
import type { Order } from './private-postgres.ts'
import { findPrograms, type Programs } from './programs.ts'

export type Cluster = Order & {
  data: string
  log: string
  account: Account | undefined
  programs: Programs
  onProgress: (step: string) => void
}

/**
 * The argument that names the data folder for a program whose working folder is the data folder. The account to which
 * root switches may be unable to enter the parent folders (such as /root). /proc/self/cwd needs no access to them.
 */
export const dataArgument = process.platform === 'linux' ? '/proc/self/cwd' : '.'

/** Creates what the server's folder lacks. Only the owner may read the folder, because it contains the password. */
export function openCluster(order: Order, onProgress: (step: string) => void): Cluster {
  mkdirSync(order.folder, { recursive: true, mode: 0o700 })
  const folder = realpathSync(order.folder)
  const data = join(folder, 'data')
  const log = join(folder, 'postgres.log')
  const account = accountToDropTo(data)
  const programs = findPrograms(folder, account, data)
  const cluster = { ...order, folder, data, log, account, programs, onProgress }
  // At its start, PostgreSQL before version 16 briefly leaves its working folder, so its account must be able to enter
  // the folders above the data folder.
  if (account && (programs.major < 16 || dataArgument === '.')) chmodSync(folder, 0o711)
  makeOnce(data, scratch => initialize(cluster, scratch))
  if (account && lstatSync(data).uid === 0) giveTo(account, data)
  return cluster
}

export function lastProblem(output: string): string {
  return output.split('\n').findLast(line => /FATAL|PANIC|error/i.test(line)) ?? 'it gave no reason'
}

function initialize(cluster: Cluster, scratch: string): string {
  const { folder, account, programs, durable, onProgress } = cluster
  onProgress('Making the database')
  const made = join(scratch, 'data')
  mkdirSync(made, { mode: 0o700 })
  makePassword(folder, scratch)
  if (account) giveTo(account, scratch)
  const options = [
    `--pgdata=${dataArgument}`,
    '--pwfile=../password',
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    ...(programs.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []),
    '--data-checksums',
    ...(durable ? [] : ['--no-sync']),
  ]
  const surroundings = { ...account, cwd: made, encoding: 'utf8', windowsHide: true } as const
  const { status, stderr, error } = spawnSync(join(programs.bin, 'initdb'), options, surroundings)
  if (status !== 0) throw new Error(`initdb failed (${lastProblem(stderr || String(error))})`)
  return made
}

/**
 * Writes the password of the server's only user to `scratch`. If `folder` contains no password yet, a new password is
 * written to both folders. Otherwise the password in `folder`, from an earlier or simultaneous start, is copied to
 * `scratch`. The function makes a link, because a rename could replace an existing file.
 */
function makePassword(folder: string, scratch: string): void {
  const own = join(scratch, 'password')
  writeFileSync(own, randomBytes(24).toString('hex'), { mode: 0o600, flush: true })
  try {
    linkSync(own, join(folder, 'password'))
  } catch {
    copyFileSync(join(folder, 'password'), own)
  }
}
