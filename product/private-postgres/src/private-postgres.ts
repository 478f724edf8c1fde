import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type PrivatePostgres = {
  url: string
  /** True if another process had started the server. */
  reused: boolean
  /** Resolves when the server has stopped, or at once if other processes still use it. */
  stop(): Promise<void>
}

type Options = {
  folder: string
  /** False for throw-away data: commits then do not wait for the disk. The default is true. */
  durable?: boolean
  onProgress?: (step: string) => void
  /** The log to which restarts are written. With a log, the server is restarted whenever it ends by itself. */
  keepUp?:
    | { warn(message: string): void; error(details: { err: unknown }, message: string): void }
    | undefined
}

/** The argument with which a guard process starts (guard.ts). The guard sends Report messages to its parent. */
export type Order = { folder: string; durable: boolean; keepUp: boolean; port: number | undefined }
export type Report = { progress: string } | { ready: Omit<PrivatePostgres, 'stop'> } | { refused: string }

/** The message is one sentence for the person who starts the server. */
class PrivatePostgresUnavailable extends Error {
  override name = 'PrivatePostgresUnavailable'
  constructor(why: string) {
    super(`The private PostgreSQL cannot run: ${why}; set DATABASE_URL to use a PostgreSQL server instead.`)
  }
}

/**
 * Starts a private PostgreSQL server whose data lie in a folder, or joins the server if another process has started it.
 * The server stops when the last process that uses it has ended, even by kill -9: each of these processes has a guard,
 * a process that lives slightly longer (guard.ts). Two processes that start at once need no extra lock: PostgreSQL
 * allows one server per data folder, and the leases of the guards count its users.
 * @throws {PrivatePostgresUnavailable} if no PostgreSQL can run
 */
export async function startPrivatePostgres(options: Options): Promise<PrivatePostgres> {
  const { keepUp } = options
  let guard = startGuard(options)
  const server = await guard.ready
  const stopping = new AbortController()
  void replaceGuards()
  let stopped: Promise<void> | undefined
  return { ...server, stop: () => (stopped ??= stop()) }

  /** Starts a new guard when the guard was killed, or when its server has ended although the server must stay up. */
  async function replaceGuards(): Promise<void> {
    const { signal } = stopping
    for (let pauseMs = 1_000; ; pauseMs = Math.min(60_000, pauseMs * 2)) {
      const what = (await guard.ended) === null ? 'guard of the private PostgreSQL' : 'private PostgreSQL'
      if (signal.aborted) return
      keepUp?.warn(`the ${what} has ended by itself; it is started again`)
      guard = startGuard(options, Number(new URL(server.url).port))
      guard.ready.then(
        () => keepUp?.warn(`the ${what} runs again`),
        (err: unknown) => keepUp?.error({ err }, 'the private PostgreSQL does not start again'),
      )
      await sleep(pauseMs, undefined, { ref: false, signal }).catch(() => {})
    }
  }

  async function stop(): Promise<void> {
    stopping.abort()
    if ((await guard.leave()) !== 0) await startGuard(options).leave()
  }
}

function startGuard({ folder, durable = true, keepUp, onProgress }: Options, port?: number) {
  const order: Order = { folder: resolve(folder), durable, keepUp: keepUp !== undefined, port }
  // The guard gets only the variables that are needed to find programs: no secrets of the user, and none of the user's
  // PG… and LC_… settings.
  const { PATH, SystemRoot, TEMP, TMP, LD_LIBRARY_PATH, NODE_COMPILE_CACHE } = process.env
  // The guard has its own session. Therefore Ctrl-C in the terminal does not reach it.
  const child = spawn(process.execPath, [join(import.meta.dirname, 'guard.ts'), JSON.stringify(order)], {
    cwd: '/',
    detached: true,
    windowsHide: true,
    env: { PATH, SystemRoot, TEMP, TMP, LD_LIBRARY_PATH, NODE_COMPILE_CACHE, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  /** The guard's exit code: 0 if this process has left, 1 if the guard failed or its server ended, null if killed. */
  const ended = new Promise<number | null>(resolveEnded =>
    child.on('exit', resolveEnded).on('error', () => resolveEnded(null)),
  )
  const ready = new Promise<Omit<PrivatePostgres, 'stop'>>((resolveReady, reject) => {
    let why = 'its guard process ended'
    child.on('message', (report: Report) => {
      if ('progress' in report) onProgress?.(report.progress)
      else if ('refused' in report) why = report.refused
      else {
        resolveReady(report.ready)
        child.unref()
        child.channel?.unref()
      }
    })
    const refuse = () => reject(new PrivatePostgresUnavailable(why))
    child.on('error', refuse).on('disconnect', refuse)
  })
  ready.catch(() => {}) // A guard that is started only to stop the server rejects this promise.
  const leave = () => {
    child.ref()
    if (child.connected) child.disconnect()
    return ended
  }
  return { ready, ended, leave }
}
