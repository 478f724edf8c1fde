import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { accountToDropTo } from '../account.ts'
import { startPrivatePostgres } from '../private-postgres.ts'
import { findPrograms } from '../programs.ts'
import { scratchFolder } from './scratch-folder.ts'

const run = promisify(execFile)

export type OwnPostgres = {
  url: string
  /** Stops PostgreSQL: 'fast' rolls back transactions and closes connections, 'immediate' simulates a crash. */
  down(mode: 'fast' | 'immediate'): Promise<void>
  up(): Promise<void>
  /** Sends SIGKILL to all processes of PostgreSQL. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** Starts a PostgreSQL server for one test. The test may stop, crash and restart it, and read its folder `data`. */
export async function startOwnPostgres(options: {
  durable: boolean
}): Promise<OwnPostgres & { data: string }> {
  const folder = await scratchFolder('own-postgres-')
  const postgres = await startPrivatePostgres({ folder, durable: options.durable })
  const data = join(folder, 'data')
  const account = accountToDropTo(data)
  const pgCtl = join(findPrograms(folder, account, data).bin, 'pg_ctl')

  // The working folder is the data folder, because the account may be unable to enter the folders above it.
  const control = (...args: string[]) =>
    run(pgCtl, ['-D', '.', '-s', '-w', ...args], {
      ...account,
      cwd: data,
      env: { LC_ALL: 'C', TZ: 'UTC' },
    })

  return {
    url: postgres.url,
    data,
    down: async mode => void (await control('stop', '-m', mode)),
    // `pg_ctl restart` reuses the arguments of the last start, such as the port. `pg_ctl start` does not.
    up: () => untilFree(() => control('restart', '-l', 'restarts.log')),
    async kill() {
      const [postmaster = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      const { stdout } = await run('ps', ['--ppid', postmaster, '-o', 'pid='])
      for (const pid of [postmaster, ...stdout.trim().split(/\s+/)]) killNow(Number(pid))
      // Without an init process, killed processes stay zombies. pg_ctl would believe that the process of the pid file
      // still runs.
      rmSync(join(data, 'postmaster.pid'))
    },
    async close() {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const mostTries = 20

/** Tries a failed start again, because a process that was just killed may still hold the shared memory. */
async function untilFree(start: () => Promise<unknown>, tries = mostTries): Promise<void> {
  try {
    await start()
  } catch (error) {
    if (tries === 1) throw error
    await sleep(250)
    await untilFree(start, tries - 1)
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}
