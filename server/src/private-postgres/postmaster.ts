import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { errorCode } from './error-code.ts'

export type Postmaster = { pid: number; port: number; isReady: boolean }

const stopSteps = [
  ['SIGINT', 60_000],
  ['SIGQUIT', 10_000],
  ['SIGKILL', 5_000],
] as const
const lookMs = 15

/**
 * Reads postmaster.pid in the folder `data`; undefined if no such server runs. The file outlives a crash, and its process
 * number may belong to another program by then: such a file is removed, since PostgreSQL would believe it.
 * @throws when the process cannot be looked up, for want of descriptors for example
 */
export function findPostmaster(data: string): Postmaster | undefined {
  const [pid = 0, , , port, , , , status] = pidFileLines(data)
  if (!pid || !exists(Number(pid))) return undefined
  if (isPostmaster(Number(pid), data))
    return { pid: Number(pid), port: Number(port), isReady: status?.trim() === 'ready' }
  if (isRunning(Number(pid))) rmSync(pidFile(data), { force: true })
  return undefined
}

/** The port of the server that crashed, from the postmaster.pid that it left behind. */
export function lastPort(data: string): number | undefined {
  const port = Number(pidFileLines(data)[3])
  return port > 0 ? port : undefined
}

/** Stops the server, by force in the end: fast shutdown, immediate shutdown, kill. */
export async function stopPostmaster(pid: number, pgCtl: string): Promise<void> {
  for (const [signal, patienceMs] of stopSteps) {
    const deadline = performance.now() + patienceMs
    sendSignal(pid, signal, pgCtl)
    while (isRunning(pid) && performance.now() < deadline) await sleep(lookMs)
    if (!isRunning(pid)) return
  }
}

/** Tells whether the process exists and is no zombie: some containers have no init that collects zombies. */
export function isRunning(pid: number): boolean {
  return exists(pid) && procStat(pid)?.state !== 'Z'
}

function pidFile(data: string): string {
  return join(data, 'postmaster.pid')
}

function pidFileLines(data: string): string[] {
  return readIfThere(pidFile(data))?.split('\n') ?? []
}

function isPostmaster(pid: number, data: string): boolean {
  if (!isRunning(pid) || !programName(pid).startsWith('postgres')) return false
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

/** proc_pid_stat(5). The name may itself hold brackets and blanks, so it ends at the last bracket. */
function procStat(pid: number): { name: string; state: string } | undefined {
  const [, name = '', state = ''] = /\((.*)\) (\S)/s.exec(readIfThere(`/proc/${pid}/stat`) ?? '') ?? []
  return name === '' ? undefined : { name, state }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** PostgreSQL on Windows takes signals by a pipe that pg_ctl knows. */
function sendSignal(pid: number, signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL', pgCtl: string): void {
  if (process.platform !== 'win32')
    try {
      process.kill(pid, signal)
    } catch {
      // The process has ended.
    }
  else if (signal === 'SIGKILL') spawnSync('taskkill', ['/pid', `${pid}`, '/t', '/f'])
  else spawnSync(pgCtl, ['kill', signal.slice(3), `${pid}`])
}

/** A file that cannot be opened for want of descriptors or memory may be there: that is an error. */
function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}
