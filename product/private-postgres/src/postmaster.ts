import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { errorCode } from './error-code.ts'

export type Postmaster = { pid: number; port: number; isReady: boolean }

/** Finds the server that runs, or is starting, on the folder `data`. */
export function findPostmaster(data: string): Postmaster | undefined {
  const named = readPidFile(data)
  return named && isPostmaster(named.pid, data) ? named : undefined
}

/** Reads postmaster.pid, which remains after a crash; its process number may by then belong to another program. */
export function readPidFile(data: string): Postmaster | undefined {
  const text = readIfThere(join(data, 'postmaster.pid'))
  if (!text) return undefined
  const [pid, , , port, , , , status] = text.split('\n')
  return { pid: Number(pid), port: Number(port), isReady: status?.trim() === 'ready' }
}

/** Returns a setting that PostgreSQL ignores, by which a server's command line tells its data folder. */
export function markOf(data: string): string {
  return `private_postgres.data=${data}`
}

/** @throws if the process cannot be inspected, for example for lack of file descriptors */
export function isPostmaster(pid: number, data: string): boolean {
  if (process.platform === 'linux')
    return readIfThere(`/proc/${pid}/cmdline`)?.split('\0').includes(markOf(data)) === true
  const isWindows = process.platform === 'win32' // tasklist tells only the name of a program
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
