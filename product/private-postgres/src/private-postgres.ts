import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { PrivatePostgresUnavailable } from './private-postgres-unavailable.ts'

export { PrivatePostgresUnavailable }

export type PrivatePostgres = {
  url: string
  /** True when another process had started the server. */
  reused: boolean
  /** Resolves when the server has stopped, or when other processes go on using it. */
  stop(): Promise<void>
}

type Options = {
  folder: string
  /** False for throw-away data: commits do not wait for the disk. */
  durable?: boolean
  onProgress?: (step: string) => void
  /** The log of restarts; with it, the server is started again whenever it ends by itself. */
  keepUp?: RestartLog | undefined
}

export type RestartLog = {
  warn(message: string): void
  error(details: { err: unknown }, message: string): void
}

/** The messages to a guard and from it. */
export type Order = { folder: string; durable: boolean; keepUp: boolean; port: number | undefined }
export type Report =
  | { progress: string }
  | { ready: Pick<PrivatePostgres, 'url' | 'reused'> }
  | { refused: string }
  | { warning: string }
  | { failure: string }

type Guard = {
  ready: Promise<Pick<PrivatePostgres, 'url' | 'reused'>>
  ended: Promise<number | null>
  /** Lets the guard go, which stops the server unless other processes use it; returns its exit code. */
  leave(): Promise<number | null>
}

const replaceKilledGuardAfterMs = 1_000

/**
 * Starts a PostgreSQL of our own with its data in a folder, or joins the processes that use it. It stops when the last of
 * them has ended, by kill -9 too: each user has a guard, a process that outlives it by a moment (guard.ts).
 *
 * Two processes at once need no lock of ours: PostgreSQL lets one server run on a data folder, and counts its users by the
 * leases that their guards hold on it.
 * @throws {PrivatePostgresUnavailable} where no PostgreSQL can run
 */
export async function startPrivatePostgres(options: Options): Promise<PrivatePostgres> {
  let guard = startGuard(options)
  const server = await guard.ready.catch(async (error: unknown) => {
    await guard.leave()
    throw error
  })
  const stopping = new AbortController()
  void replaceKilledGuards()
  let stopped: Promise<void> | undefined
  return { ...server, stop: () => (stopped ??= stop()) }

  async function replaceKilledGuards(): Promise<void> {
    const { signal } = stopping
    while (!signal.aborted) {
      await guard.ended
      await sleep(replaceKilledGuardAfterMs, undefined, { ref: false, signal }).catch(() => {})
      if (!signal.aborted) guard = startGuard(options, Number(new URL(server.url).port))
    }
  }

  async function stop(): Promise<void> {
    stopping.abort()
    if ((await guard.leave()) !== 0) await startGuard(options).leave()
  }
}

function startGuard({ folder, durable = true, keepUp, onProgress }: Options, port?: number): Guard {
  const order: Order = { folder: resolve(folder), durable, keepUp: keepUp !== undefined, port }
  // The guard has a session of its own, out of reach of Ctrl-C in the terminal.
  const child = spawn(process.execPath, [join(import.meta.dirname, 'guard.ts'), JSON.stringify(order)], {
    cwd: '/',
    detached: true,
    windowsHide: true,
    env: bareEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = once(child, 'exit').then(
    ([code]: (number | null)[]) => code ?? null,
    () => null,
  )
  const ready = new Promise<Pick<PrivatePostgres, 'url' | 'reused'>>((resolveReady, reject) => {
    void ended.then(() => reject(new PrivatePostgresUnavailable('its guard process ended')))
    child.on('message', (report: Report) => {
      if ('ready' in report) resolveReady(report.ready)
      else if ('refused' in report) reject(new PrivatePostgresUnavailable(report.refused))
      else if ('progress' in report) onProgress?.(report.progress)
      else if ('warning' in report) keepUp?.warn(report.warning)
      else keepUp?.error({ err: new Error(report.failure) }, 'the private PostgreSQL does not start again')
    })
  })
  const letProcessExit = () => {
    child.unref()
    child.channel?.unref()
  }
  ready.then(letProcessExit, () => {})
  return {
    ready,
    ended,
    leave() {
      child.ref()
      if (child.connected) child.disconnect()
      return ended
    },
  }
}

/** Returns the variables that find programs, without the user's secrets and without PG… and LC_… settings. */
function bareEnvironment(): Record<string, string> {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE']
  const present = kept.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(present), LC_ALL: 'C', TZ: 'UTC' }
}
