import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Postmaster = { pid: number; port: number; isReady: boolean }

/** Finds the server that runs, or is starting, on the folder `data`. */
export function findPostmaster(data: string): Postmaster | undefined {
  const named = readPidFile(data)
  return named && isPostmaster(named.pid, data) ? named : undefined
}

/** Reads postmaster.pid. The file remains after a crash, so its process number may belong to another program. */
export function readPidFile(data: string): Postmaster | undefined {
  const text = readIfThere(join(data, 'postmaster.pid'))
  if (!text) return undefined
  const [pid, , , port, , , , status] = text.split('\n')
  return { pid: Number(pid), port: Number(port), isReady: status?.trim() === 'ready' }
}

/** Returns a setting that PostgreSQL ignores. The setting names the data folder in the server's command line. */
export function markOf(data: string): string {
  return `private_postgres.data=${data}`
}

/** Tells whether the process `pid` is a server on the folder `data`. Throws if the process cannot be inspected. */
export function isPostmaster(pid: number, data: string): boolean {
  if (process.platform === 'linux')
    return readIfThere(`/proc/${pid}/cmdline`)?.split('\0').includes(markOf(data)) === true
  const isWindows = process.platform === 'win32' // tasklist shows a program's name without its arguments.
  const command = isWindows ? `tasklist /nh /fi "PID eq ${pid}"` : `ps -ww -o args= -p ${pid}`
  const { stdout, error } = spawnSync(command, { shell: true, encoding: 'utf8' })
  if (error) throw error
  return stdout.includes(isWindows ? 'postgres.exe' : markOf(data))
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}

/** Returns the code of a system or database error, such as 'ENOENT' or '28P01'. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return error.code
}
