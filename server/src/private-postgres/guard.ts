import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { type Account } from './account.ts'

/**
 * One of PostgreSQL's programs, run by the guard and not by the owner: an owner killed just after it started one could
 * tell nobody that it is there.
 */
export type Command = {
  kind: 'initdb' | 'server'
  program: string
  args: string[]
  cwd: string
  /** Whom to drop to, from root. */
  account: Account | undefined
  /** The file that the output is appended to. */
  output: string
}

export type Guard = {
  /** Resolves when the program ends, however that is. */
  run(command: Command): Promise<Ended>
  /** Nothing is awaited any more: from here on the guard alone keeps no owner from ending. */
  letGo(): void
  /** Takes the owner off, stops the server if nobody else uses it, and ends. */
  dismiss(): Promise<void>
}

/** `code` is null where a signal ended it; `error` tells why it could not even start. */
export type Ended = { code: number | null; error?: string }

/**
 * Starts the process that outlives its owner by a moment. It learns of the owner's end, by kill -9 too, from the end of
 * the channel between them; it is in a session of its own, so that Ctrl-C in the terminal does not reach it.
 *
 * @param options.program the built private-postgres-guard.ts
 */
export function startGuard(options: { program: URL; folder: string; pgCtl: string; owner: string }): Guard {
  const { program, folder, pgCtl, owner } = options
  const errors = openSync(join(folder, 'postgres.log'), 'a', 0o600)
  const child = spawn(process.execPath, [fileURLToPath(program), folder, pgCtl, owner], {
    cwd: '/',
    detached: true,
    windowsHide: true,
    env: bareEnvironment(),
    stdio: ['ignore', 'ignore', errors, 'ipc'],
  })
  closeSync(errors)
  const gone = once(child, 'exit').then(
    () => ({ code: null, error: 'the guard process ended' }),
    (error: Error) => ({ code: null, error: error.message }),
  )
  // A guard that is gone is told of by `gone`, once; a message that no longer reaches it must not throw.
  child.on('error', () => {})
  return {
    run: command => Promise.race([runThrough(child, command), gone]),
    letGo() {
      child.unref()
      child.channel?.unref()
    },
    async dismiss() {
      child.ref()
      if (child.connected) child.disconnect()
      await gone
    },
  }
}

/** Only what finding programs needs: no PG…, no LC_…, and none of the server's own secrets. */
function bareEnvironment(): Record<string, string> {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'LD_LIBRARY_PATH']
  const env: Record<string, string> = { LC_ALL: 'C', TZ: 'UTC' }
  for (const name of kept) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  return env
}

async function runThrough(child: ChildProcess, command: Command): Promise<Ended> {
  child.send(command)
  const [ended]: Ended[] = await once(child, 'message')
  return ended ?? { code: null }
}
