import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

import { stopIfUnused } from './stop-if-unused.ts'
import type { Command, Report } from './watchdog.ts'

/** The program that watchdog.ts starts: `watchdog-program.ts FOLDER PG_CTL`. */
const [folder = '', pgCtl = ''] = process.argv.slice(2)

let isLeaving = false
let running: { kind: Command['kind']; pid: number } | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

// The user of the server may be gone before this program is loaded: then there is no 'disconnect' to come.
if (process.connected)
  process
    .on('message', (message: Command | 'dismiss') => {
      if (message === 'dismiss') leave(false)
      // The event loop reads the end of the channel up to two turns after the message before it.
      else setImmediate(() => setImmediate(run, message))
    })
    .once('disconnect', () => leave(true))
else leave(true)

function run({ kind, program, args, cwd, account, output }: Command): void {
  // A message may still be delivered after the channel has ended.
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
  child.once('error', error => report({ code: null, error: error.message }))
  child.once('exit', code => {
    running = undefined
    report({ code })
  })
  if (child.pid === undefined) return
  running = { kind, pid: child.pid }
  report({ pid: child.pid })
}

/** A killed user may not be noticed yet: without a callback the failed message would end this program. */
function report(message: Report): void {
  if (process.connected) process.send?.(message, undefined, {}, () => {})
}

function leave(wasKilled: boolean): void {
  if (isLeaving) return
  isLeaving = true
  if (running?.kind === 'initdb') killGroup(running.pid)
  const spawned = running?.kind === 'server' ? running.pid : undefined
  stopIfUnused({ folder, pgCtl, spawned, wasKilled }).then(
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
    // The group has ended.
  }
}
