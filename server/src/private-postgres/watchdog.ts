import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

import { type Account } from './account.ts'
import { stopIfUnused } from './stop-if-unused.ts'

/** A program of PostgreSQL. The watchdog starts it, and so knows of it whenever this process is killed. */
export type Command = {
  kind: 'initdb' | 'server'
  program: string
  args: string[]
  cwd: string
  /** The account to drop to, if this process is root's. */
  account: Account | undefined
  /** The file that the program's output is appended to. */
  output: string
}

/** The watchdog reports that the program runs, or that it has ended. `code` is null when a signal ended it. */
export type Report = { pid: number } | Ended
type Ended = { code: number | null; error?: string }

export type Run = { pid: number | undefined; hasEnded: boolean; ended: Promise<Ended> }

export type Watchdog = {
  run(command: Command): Run
  /** Lets this process exit although the watchdog lives. */
  unref(): void
  /** Ends the watchdog, and the server unless another process uses it. */
  dismiss(): Promise<void>
}

/**
 * Starts the process that outlives this one by a moment, to stop a server that nobody uses. The end of the channel tells
 * it that this process was killed. It has a session of its own, out of reach of Ctrl-C in the terminal.
 */
export function startWatchdog(folder: string, pgCtl: string): Watchdog {
  const errors = openSync(join(folder, 'postgres.log'), 'a', 0o600)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'watchdog-program.ts'), folder, pgCtl], {
    cwd: '/',
    detached: true,
    windowsHide: true,
    env: bareEnvironment(),
    stdio: ['ignore', 'ignore', errors, 'ipc'],
  })
  closeSync(errors)
  const gone = once(child, 'exit').then(
    ([code]: (number | null)[]) => ({ code: code ?? null, error: 'the watchdog process ended' }),
    (error: Error) => ({ code: null, error: error.message }),
  )
  child.on('error', () => {}) // a message that does not reach it: `gone` tells
  return {
    run(command) {
      const ended = new Promise<Ended>(resolve => {
        child.on('message', function hear(report: Report) {
          if ('pid' in report) return void (run.pid = report.pid)
          child.off('message', hear)
          resolve(report)
        })
      })
      const run: Run = { pid: undefined, hasEnded: false, ended: Promise.race([ended, gone]) }
      void run.ended.then(() => (run.hasEnded = true))
      child.send(command)
      return run
    },
    unref() {
      child.unref()
      child.channel?.unref()
    },
    async dismiss() {
      child.ref()
      if (child.connected) child.send('dismiss')
      const { code } = await gone
      if (code !== 0) await stopIfUnused({ folder, pgCtl, wasKilled: false })
    },
  }
}

/** Returns the variables that find programs, without the server's secrets and without PG… and LC_… settings. */
function bareEnvironment(): Record<string, string> {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'LD_LIBRARY_PATH']
  const env: Record<string, string> = { LC_ALL: 'C', TZ: 'UTC' }
  for (const name of kept) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  return env
}
