import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
} from 'node:fs'
import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Account, giveTo } from './account.ts'
import { errorCode } from './error-code.ts'
import { isRunning } from './postmaster.ts'
import { PrivatePostgresUnavailable } from './private-postgres-unavailable.ts'
import { program, type Programs } from './programs.ts'
import { type Watchdog } from './watchdog.ts'

/** A folder with the data of one server, and what runs on it. */
export type Cluster = {
  folder: string
  account: Account | undefined
  programs: Programs
  watchdog: Watchdog
  durable: boolean
  onProgress: (step: string) => void
}

/** The version that made the data in `folder`; undefined when there is none yet. */
export function dataMajorOf(folder: string): number | undefined {
  const file = join(folder, 'data', 'PG_VERSION')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').trim()) : undefined
}

/**
 * The argument that names the data folder, for a program whose working folder is that folder. The account that root drops
 * to may not be allowed to enter the folders above (such as /root); /proc/self/cwd needs permission on the data folder
 * only. PostgreSQL 15 leaves its working folder for a moment as it starts, so there (and without /proc) the folders above
 * have to be open.
 */
export function dataArgument(data: string, account: Account | undefined, major: number): string {
  return account && process.platform === 'linux' && major >= 16 ? '/proc/self/cwd' : data
}

/** The address of the server on 127.0.0.1, with the password of its one user. */
export function addressOf(folder: string, port: number): string {
  return `postgres://postgres:${keptPassword(folder)}@127.0.0.1:${port}/postgres`
}

/**
 * Makes the data where there is none: in a scratch folder that is then renamed, so that a kill at any moment leaves all of
 * it or nothing, and of two processes at once the first one wins.
 */
export async function ensureData(cluster: Cluster): Promise<void> {
  const { folder, programs, account, watchdog, durable, onProgress } = cluster
  removeLeftovers(folder)
  const data = join(folder, 'data')
  if (account && dataArgument(data, account, programs.major) === data) chmodSync(folder, 0o711)
  if (existsSync(data)) {
    if (account && lstatSync(data).uid === 0) giveTo(account, data)
    keptPassword(folder)
    return
  }
  onProgress('Making the database')
  const scratch = join(folder, `initdb-${process.pid}`)
  const made = join(scratch, 'data')
  mkdirSync(made, { recursive: true, mode: 0o700 })
  const passwordFile = makePassword(folder, scratch)
  if (account) giveTo(account, scratch)
  const told = dataArgument(made, account, programs.major)
  const log = join(scratch, 'initdb.log')
  const { code, error } = await watchdog.run({
    kind: 'initdb',
    program: program(programs.bin, 'initdb'),
    args: [
      '-D',
      told,
      `--pwfile=${told === made ? passwordFile : '../password'}`,
      ...initArguments(programs.major, durable),
    ],
    cwd: made,
    account,
    output: log,
  }).ended
  if (code !== 0) throw new PrivatePostgresUnavailable(`initdb failed (${error ?? lastLine(log)})`)
  try {
    renameSync(made, data)
  } catch (failure) {
    if (!existsSync(data)) throw failure
  }
  syncFolder(folder)
  rmSync(scratch, { recursive: true, force: true })
}

/** The last error that PostgreSQL reported in its log. */
export function lastLine(log: string): string {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
  return lines.findLast(line => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? 'it gave no reason'
}

function keptPassword(folder: string): string {
  const file = join(folder, 'password')
  if (existsSync(file)) return readFileSync(file, 'utf8')
  throw new PrivatePostgresUnavailable(
    `${file} is missing, without which nobody can log in to the data beside it`,
  )
}

/** Writes the one user's password to the scratch folder: the password of an earlier or simultaneous start, or a new one. */
function makePassword(folder: string, scratch: string): string {
  const made = join(scratch, 'password')
  const kept = join(folder, 'password')
  if (!existsSync(kept)) {
    writeDurably(made, randomBytes(24).toString('hex'))
    try {
      linkSync(made, kept) // unlike a rename, replaces nothing
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
    rmSync(made)
  }
  writeDurably(made, readFileSync(kept, 'utf8'))
  return made
}

/** Scratch folders are named after the process that made them. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [isScratch, pid] = /^initdb[-.](\w+)/.exec(name) ?? []
    if (!isScratch || (Number(pid) !== process.pid && isRunning(Number(pid)))) continue
    try {
      rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // An initdb whose watchdog was killed as well still writes there; the next start removes it.
    }
  }
}

function initArguments(major: number, durable: boolean): string[] {
  const locale = major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []
  return [
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    ...locale,
    '--data-checksums',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]
}

function writeDurably(file: string, text: string): void {
  rmSync(file, { force: true })
  writeFileSync(file, text, { flag: 'wx', mode: 0o600, flush: true })
}

/** A rename outlives a power cut only once its folder is on the disk. Windows cannot open a folder. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
