import { spawnSync } from 'node:child_process'
import { readlinkSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

import { isRunning, procStat, readIfThere } from './is-running.ts'

export type Postmaster = { pid: number; port: number; isReady: boolean }

/**
 * Reads postmaster.pid in the folder `data`; undefined if no such server runs. The file outlives a crash, and its process
 * number may belong to another program by then: such a file is removed, since PostgreSQL would believe it.
 * @throws when the process cannot be looked up, for want of descriptors for example
 */
export function findPostmaster(data: string): Postmaster | undefined {
  const [pid = 0, , , port, , , , status] = pidFileLines(data)
  if (!pid || !isRunning(Number(pid))) return undefined
  if (isPostmaster(Number(pid), data))
    return { pid: Number(pid), port: Number(port), isReady: status?.trim() === 'ready' }
  rmSync(pidFile(data), { force: true })
  return undefined
}

/** The port of the server that crashed, from the postmaster.pid that it left behind. */
export function portOfLast(data: string): number | undefined {
  const port = Number(pidFileLines(data)[3])
  return port > 0 ? port : undefined
}

function pidFile(data: string): string {
  return join(data, 'postmaster.pid')
}

function pidFileLines(data: string): string[] {
  return readIfThere(pidFile(data))?.split('\n') ?? []
}

function isPostmaster(pid: number, data: string): boolean {
  if (!programName(pid).startsWith('postgres')) return false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)
  } catch {
    return true // Without a readable /proc link the program's name has to suffice.
  }
}

function programName(pid: number): string {
  if (process.platform === 'linux') return procStat(pid)?.name ?? ''
  const [command, ...args] =
    process.platform === 'win32'
      ? (['tasklist', '/nh', '/fo', 'csv', '/fi', `PID eq ${pid}`] as const)
      : (['ps', '-o', 'comm=', '-p', `${pid}`] as const)
  const { stdout, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (error) throw error
  return basename(stdout.trim()).replace('"', '')
}
