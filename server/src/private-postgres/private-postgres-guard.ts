import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

import type { Command, Ended } from './guard.ts'
import { createOwners } from './owners.ts'

/** A program of its own, which guard.ts starts: `private-postgres-guard.js FOLDER PG_CTL OWNER`. */
const [folder = '', pgCtl = '', owner = ''] = process.argv.slice(2)

let running: { kind: Command['kind']; pid: number } | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

// An owner may be gone before this program is loaded: then no 'disconnect' comes any more.
if (process.connected) process.on('message', runCommand).once('disconnect', leave)
else leave()

function runCommand({ kind, program, args, cwd, account, output }: Command): void {
  // What it asked for last, nobody needs, and nobody would stop.
  if (!process.connected) return
  const log = openSync(output, 'a', 0o600)
  const child = spawn(program, args, {
    ...account,
    cwd,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  if (child.pid !== undefined) running = { kind, pid: child.pid }
  child.once('error', error => answer({ code: null, error: error.message }))
  child.once('exit', code => answer({ code }))
}

function answer(ended: Ended): void {
  running = undefined
  if (process.connected) process.send?.(ended)
}

function leave(): void {
  // Nobody needs the rest of it, and what it has made so far nobody will use.
  if (running?.kind === 'initdb') killGroup(running.pid)
  const spawned = running?.kind === 'server' ? running.pid : undefined
  createOwners(folder, pgCtl)
    .leave(owner, spawned)
    .then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      },
    )
}

function killGroup(pid: number): void {
  try {
    if (process.platform === 'win32') spawn('taskkill', ['/pid', `${pid}`, '/t', '/f'])
    else process.kill(-pid, 'SIGKILL')
  } catch {
    // ended a moment ago
  }
}
