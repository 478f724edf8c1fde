import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type Owners = {
  /** Runs `work` while no other process does, whoever may be killed meanwhile. */
  underLock<T>(work: () => Promise<T>): Promise<T>
  /** Adds this process to those who use the server. Under the lock, so that it can't be stopping meanwhile. */
  register(): string
  /** Takes an owner off, dead or alive, and stops the server (and `spawned`, young or not) if it was the last. */
  leave(owner: string, spawned?: number): Promise<void>
  /**
   * The server that is running on our data, if one is. Removes a postmaster.pid that names somebody else.
   * @throws when it cannot be known: no file can be opened, or no program started
   */
  postmaster(): Postmaster | undefined
  /** Of the server that ended without taking its sign away. */
  lastPort(): number | undefined
}

export type Postmaster = { pid: number; port: number; ready: boolean }

/** Who uses the server in `folder`: one file an owner, named for its process, so that dead ones are told from live. */
export function createOwners(folder: string, pgCtl: string): Owners {
  const data = path.join(folder, 'data')
  const postmasterFile = path.join(data, 'postmaster.pid')
  const ownersFolder = path.join(folder, 'owners')
  const lockFolder = path.join(folder, 'lock')
  const patience = { lock: 180_000, fast: 60_000, immediate: 10_000, killed: 5_000 }

  return { underLock, register, leave, postmaster, lastPort }

  /*
   * A queue of tickets, `number.process`: the lowest live one has the lock. Dead tickets count for nothing, so nobody
   * ever has to break a lock, which is where lock files race. Who finds a higher ticket just after drawing his own
   * drew it late (the higher one may already have looked and gone in) and draws again.
   */
  async function underLock<T>(work: () => Promise<T>): Promise<T> {
    const deadline = Date.now() + patience.lock
    let ticket = drawTicket()
    try {
      while (liveNames(lockFolder).some(other => other > ticket)) {
        fs.rmSync(path.join(lockFolder, ticket), { force: true })
        await sleep(5 + Math.random() * 10)
        ticket = drawTicket()
      }
      while (liveNames(lockFolder).some(other => other < ticket)) {
        if (Date.now() > deadline)
          throw new Error('another process has been starting the database for too long')
        await sleep(15)
      }
      return await work()
    } finally {
      fs.rmSync(path.join(lockFolder, ticket), { force: true })
    }
  }

  function drawTicket(): string {
    const highest = liveNames(lockFolder).at(-1)?.split('.')[0] ?? '0'
    const ticket = `${String(Number(highest) + 1).padStart(9, '0')}.${nameOfThisProcess()}`
    fs.writeFileSync(path.join(lockFolder, ticket), '')
    return ticket
  }

  function register(): string {
    const owner = `owner.${nameOfThisProcess()}`
    fs.writeFileSync(path.join(ownersFolder, owner), '')
    return owner
  }

  async function leave(owner: string, spawned?: number): Promise<void> {
    await underLock(async () => {
      fs.rmSync(path.join(ownersFolder, owner), { force: true })
      if (liveNames(ownersFolder).length > 0) return
      const running = new Set([postmaster()?.pid, spawned])
      for (const pid of running) if (pid !== undefined) await stop(pid)
    })
  }

  function postmaster(): Postmaster | undefined {
    const [pid, , , port, , , , status] = readOr('', postmasterFile).split('\n')
    if (!pid) return undefined
    if (isPostmaster(Number(pid)))
      return { pid: Number(pid), port: Number(port), ready: status?.trim() === 'ready' }
    // PostgreSQL would take any live process of its account for itself. One that is dead it copes with alone.
    if (exists(Number(pid))) fs.rmSync(postmasterFile, { force: true })
    return undefined
  }

  function lastPort(): number | undefined {
    const port = Number(readOr('', postmasterFile).split('\n')[3])
    return port > 0 ? port : undefined
  }

  async function stop(pid: number): Promise<void> {
    const steps = [
      ['SIGINT', patience.fast],
      ['SIGQUIT', patience.immediate],
      ['SIGKILL', patience.killed],
    ] as const
    for (const [signal, wait] of steps) {
      const deadline = Date.now() + wait
      signalPostgres(pid, signal)
      while (isRunning(pid) && Date.now() < deadline) await sleep(15)
      if (!isRunning(pid)) return
    }
  }

  function signalPostgres(pid: number, signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): void {
    // Windows has no signals; PostgreSQL listens on a pipe of its own there, which pg_ctl knows.
    if (process.platform === 'win32' && signal === 'SIGKILL')
      spawnSync('taskkill', ['/pid', `${pid}`, '/t', '/f'])
    else if (process.platform === 'win32') spawnSync(pgCtl, ['kill', signal.slice(3), `${pid}`])
    else
      try {
        process.kill(pid, signal)
      } catch {
        // gone already
      }
  }

  /** The process named in postmaster.pid may be any: the file outlives a crash, and numbers are used again. */
  function isPostmaster(pid: number): boolean {
    if (!isRunning(pid)) return false
    if (!commandOf(pid).startsWith('postgres')) return false
    try {
      return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(data)
    } catch {
      return true // no /proc, or a container whose root may not look: the name has to do
    }
  }
}

function commandOf(pid: number): string {
  if (process.platform === 'linux') return statOf(pid)?.command ?? ''
  const [command, ...args] =
    process.platform === 'win32'
      ? ['tasklist', '/nh', '/fo', 'csv', '/fi', `PID eq ${pid}`]
      : ['ps', '-o', 'comm=', '-p', `${pid}`]
  const { stdout, error } = spawnSync(command ?? '', args, { encoding: 'utf8' })
  if (isShortage(error)) throw error
  return path.basename(stdout?.trim() ?? '').replace('"', '')
}

/** The names in a folder whose processes live, in order; the others' files are removed. */
function liveNames(inFolder: string): string[] {
  const names = fs.readdirSync(inFolder).toSorted()
  return names.filter(name => {
    const [, pid, startedAt] = name.split('.')
    const alive = isRunning(Number(pid), startedAt)
    if (!alive) fs.rmSync(path.join(inFolder, name), { force: true })
    return alive
  })
}

function nameOfThisProcess(): string {
  const startedAt = statOf(process.pid)?.startedAt ?? 'unknown'
  return `${process.pid}.${startedAt}.${randomBytes(6).toString('hex')}`
}

function isRunning(pid: number, startedAt = 'unknown'): boolean {
  if (!exists(pid)) return false
  const stat = statOf(pid)
  if (!stat) return true
  return stat.state !== 'Z' && (startedAt === 'unknown' || stat.startedAt === startedAt)
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** proc_pid_stat(5). The command may itself hold brackets and blanks, so it is cut at its last bracket. */
function statOf(pid: number): { command: string; state: string; startedAt: string } | undefined {
  const text = readOr('', `/proc/${pid}/stat`)
  const end = text.lastIndexOf(')')
  if (end < 0) return undefined
  const fields = text.slice(end + 2).split(' ')
  return {
    command: text.slice(text.indexOf('(') + 1, end),
    state: fields[0] ?? '',
    startedAt: fields[19] ?? '',
  }
}

/** What is not there, or not ours to read, is nothing. Who cannot open any file at this moment knows nothing. */
function readOr(otherwise: string, file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if (isShortage(error)) throw error
    return otherwise
  }
}

function isShortage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EIO'].includes(code)
}
