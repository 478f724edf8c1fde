import { readFileSync } from 'node:fs'

import { errorCode } from './error-code.ts'

/** Tells whether the process exists and is no zombie: some containers have no init that collects zombies. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false
  }
  return procStat(pid)?.state !== 'Z'
}

/** proc_pid_stat(5). The name may itself hold brackets and blanks, so it ends at the last bracket. */
export function procStat(pid: number): { name: string; state: string } | undefined {
  const [, name = '', state = ''] = /\((.*)\) (\S)/s.exec(readIfThere(`/proc/${pid}/stat`) ?? '') ?? []
  return name === '' ? undefined : { name, state }
}

/** A file that cannot be opened for want of descriptors or memory may be there: that is an error. */
export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}
