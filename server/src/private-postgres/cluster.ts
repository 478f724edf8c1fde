import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, existsSync, fsyncSync, lstatSync, mkdirSync, openSync } from 'node:fs'
import { readFileSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

import { type Account, giveTo } from './account.ts'
import { type Guard } from './guard.ts'
import { PrivatePostgresUnavailable } from './private-postgres-unavailable.ts'
import { program, type Programs } from './programs.ts'

/** The version that made the data in `folder`; undefined when there is none yet. */
export function dataMajorOf(folder: string): number | undefined {
  const file = join(folder, 'data', 'PG_VERSION')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').trim()) : undefined
}

/**
 * How PostgreSQL is told where its data is, started with the data as working folder. An account that root drops to
 * may not be allowed to enter the folders above (/root, say), so an passwordFile path would be closed to it; through
 * /proc/self/cwd the kernel asks for no right but that on the data folder itself. PostgreSQL 15 leaves its working
 * folder for a moment as it starts, so there (and without /proc) the folders above have to be open.
 */
export function dataArgument(data: string, account: Account | undefined, major: number): string {
  return account && process.platform === 'linux' && major >= 16 ? '/proc/self/cwd' : data
}

/** The password of the database's one user, made before the data is. */
export function keptPassword(folder: string): string {
  const file = join(folder, 'password')
  if (existsSync(file)) return readFileSync(file, 'utf8')
  if (dataMajorOf(folder) !== undefined)
    throw new PrivatePostgresUnavailable(
      `${file} is missing, without which nobody can log in to the data beside it`,
    )
  const password = randomBytes(24).toString('hex')
  writeDurably(`${file}.new`, password)
  renameSync(`${file}.new`, file)
  return password
}

/** Makes the data where there is none. In a scratch folder first: a kill at any moment leaves all of it or nothing. */
export async function ensureData(making: Making): Promise<void> {
  const { folder, password, programs, account, guard, durable, onProgress } = making
  removeLeftovers(folder)
  const data = join(folder, 'data')
  if (account && dataArgument(data, account, programs.major) === data) chmodSync(folder, 0o711)
  if (existsSync(data)) {
    if (account && lstatSync(data).uid === 0) giveTo(account, data)
    return
  }
  onProgress('Making the database')
  const scratch = join(folder, `initdb-${randomBytes(6).toString('hex')}`)
  const made = join(scratch, 'data')
  mkdirSync(made, { recursive: true, mode: 0o700 })
  const passwordFile = join(scratch, 'password')
  writeDurably(passwordFile, password)
  if (account) giveTo(account, scratch)
  const told = dataArgument(made, account, programs.major)
  const ended = await guard.run({
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
    output: join(folder, 'initdb.log'),
  })
  if (ended.code !== 0)
    throw new PrivatePostgresUnavailable(
      `initdb failed (${ended.error ?? lastLine(join(folder, 'initdb.log'))})`,
    )
  renameSync(made, data)
  syncFolder(folder)
  rmSync(join(folder, 'initdb.log'), { force: true })
  rmSync(scratch, { recursive: true, force: true })
}

type Making = {
  folder: string
  password: string
  programs: Programs
  account: Account | undefined
  guard: Guard
  durable: boolean
  onProgress: (step: string) => void
}

/** The last thing that PostgreSQL said: its reason for not going on. */
export function lastLine(log: string): string {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
  return lines.findLast(line => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? 'it gave no reason'
}

function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder).filter(entry => /^initdb[-.]/.test(entry)))
    try {
      rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // An initdb whose guard was killed as well still writes there; the next start removes it.
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
  const handle = openSync(file, 'wx', 0o600)
  writeSync(handle, text)
  fsyncSync(handle)
  closeSync(handle)
}

/** A rename outlives a power cut only once its folder is on the disk. Windows can't open one, and needs it less. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
