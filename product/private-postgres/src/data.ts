import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, lstatSync, mkdirSync } from 'node:fs'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { type Account, giveTo } from './account.ts'
import { errorCode } from './error-code.ts'
import { makeOnce } from './make-once.ts'
import { PrivatePostgresUnavailable } from './private-postgres-unavailable.ts'
import { program, type Programs } from './programs.ts'

/** A folder with the data of one server, and the programs that run on it. */
export type Cluster = {
  folder: string
  data: string
  account: Account | undefined
  programs: Programs
  durable: boolean
}

/** The version that made `data`; undefined when there is none yet. */
export function majorOfData(data: string): number | undefined {
  const file = join(data, 'PG_VERSION')
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined
}

/**
 * The argument that names the data folder, for a program whose working folder is that folder. The account that root drops
 * to may not be allowed to enter the folders above (such as /root); /proc/self/cwd needs permission on the data folder
 * only. PostgreSQL 15 leaves its working folder for a moment as it starts, so there (and without /proc) the folders above
 * have to be open.
 */
export function dataArgument({ account, programs }: Cluster, data: string): string {
  return account && process.platform === 'linux' && programs.major >= 16 ? '/proc/self/cwd' : data
}

/** The address of the server on 127.0.0.1, with the password of its one user. */
export function addressOf(folder: string, port: number): string {
  return `postgres://postgres:${keptPassword(folder)}@127.0.0.1:${port}/postgres`
}

/** Makes the data where there is none. */
export async function ensureData(
  cluster: Cluster,
  { onStart, signal }: { onStart: () => void; signal: AbortSignal },
): Promise<void> {
  const { folder, data, account } = cluster
  if (account && dataArgument(cluster, data) === data) chmodSync(folder, 0o711)
  await makeOnce(data, scratch => {
    onStart()
    return initialize(cluster, scratch, signal)
  })
  if (account && lstatSync(data).uid === 0) giveTo(account, data)
  keptPassword(folder)
}

async function initialize(cluster: Cluster, scratch: string, signal: AbortSignal): Promise<string> {
  const { folder, account, programs, durable } = cluster
  const made = join(scratch, 'data')
  mkdirSync(made, { mode: 0o700 })
  const passwordFile = makePassword(folder, scratch)
  if (account) giveTo(account, scratch)
  const argument = dataArgument(cluster, made)
  await promisify(execFile)(
    program(programs.bin, 'initdb'),
    [
      '-D',
      argument,
      `--pwfile=${argument === made ? passwordFile : '../password'}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      ...(programs.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []),
      '--data-checksums',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...account, cwd: made, windowsHide: true, signal, killSignal: 'SIGKILL' },
  ).catch((error: Error & { stderr?: string }) => {
    throw signal.aborted
      ? signal.reason
      : new PrivatePostgresUnavailable(`initdb failed (${lastProblem(error.stderr || error.message)})`)
  })
  return made
}

/** The last problem that a program of PostgreSQL reported. */
export function lastProblem(output: string): string {
  const lines = output.trim().split('\n')
  return lines.findLast(line => /FATAL|PANIC|error/i.test(line)) ?? (lines.at(-1) || 'it gave no reason')
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

function writeDurably(file: string, text: string): void {
  writeFileSync(file, text, { flag: 'wx', mode: 0o600, flush: true })
}
