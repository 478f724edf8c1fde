import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'

import { Complaint } from './complaint.ts'
import { nodeFlags, programFile, root, type ProgramName } from './folders.ts'
import { shortWarning, type Said } from './warnings.ts'

// The server prints a line for each of its invalid settings.
const LAST_LINES = 80
// The limit is long, because the first start creates a database and loads demo data, maybe on a slow disk.
const READY_WITHIN_MS = 180_000
// The time after DRAIN_MS until a program is killed, in ms. The server gives running calls 30 s of this time to finish.
const GRACE_MS = 35_000
const USUAL_DRAIN_MS = 5_000

export type End = { name: string; how: string; lastWords: string[] }

export type Ready = { ready: true; address?: string; sandbox?: string; device?: number }

export type Program = ReturnType<typeof startProgram>

/**
 * Starts one of our programs and watches it. A pipe connects the program to this process (`--exit-with-parent`). When
 * the pipe closes, the program stops gracefully, even if kill -9 ended this process, and on Windows too.
 */
export function startProgram(options: {
  name: ProgramName
  args: string[]
  /** True if Node starts the program anew on each change of its sources. */
  watch: boolean
  env: NodeJS.ProcessEnv
  onLine: (said: Said) => void
  /** True if the program writes to this process's standard output. The program then sends a message when ready. */
  ownOutput: boolean
}) {
  const { name, args, watch, env, onLine, ownOutput } = options
  const flags = [...nodeFlags, ...(watch ? ['--watch', '--watch-preserve-output'] : [])]
  const child = spawn(process.execPath, [...flags, programFile(name), '--exit-with-parent', ...args], {
    cwd: root,
    env,
    stdio: ownOutput ? ['pipe', 'inherit', 'pipe', 'ipc'] : ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    // Gives the program its own process group, so that Ctrl-C reaches only this process, which stops the programs in
    // order.
    detached: process.platform !== 'win32',
  })
  child.stdin?.on('error', () => {}) // The program may end before its pipe closes.
  const graceMs = GRACE_MS + Number(env.DRAIN_MS || USUAL_DRAIN_MS)
  const lastWords: string[] = []

  const exited = new Promise<End>(done => {
    child.on('error', error => done({ name, how: error.message, lastWords }))
    child.on('exit', (code, signal) => void sayEnd(code, signal))

    async function sayEnd(code: number | null, signal: string | null): Promise<void> {
      // The pipe may still contain the last lines. The wait has a limit, because a grandchild may keep the pipe open.
      await Promise.race([new Promise(closed => child.on('close', closed)), wait(300)])
      done({ name, how: signal ? `ended by ${signal}` : `exit code ${code}`, lastWords })
    }
  })

  const firstWords = new Promise<Ready>(said => {
    child.on('message', message => said(message as Ready))
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', line => {
        if (line.startsWith('{"ready":')) said(JSON.parse(line) as Ready)
        else hear({ program: name, stream: 'stdout', line })
      })
    if (child.stderr)
      createInterface({ input: child.stderr }).on('line', line =>
        hear({ program: name, stream: 'stderr', line }),
      )
  })

  return {
    name,
    pid: child.pid,
    /** Rejects with a complaint if the program ends early, or does not get ready. */
    ready: becomeReady(),
    exited,
    stop,
    kill: () => child.kill('SIGKILL'),
  }

  function hear(said: Said): void {
    const words = said.stream === 'stderr' ? said.line : shortWarning(said)
    if (words) lastWords.push(words)
    lastWords.splice(0, lastWords.length - LAST_LINES)
    onLine(said)
  }

  async function becomeReady(): Promise<Ready> {
    const late = new AbortController()
    const tooLate = wait(READY_WITHIN_MS, undefined, { signal: late.signal }).catch(() => undefined)
    const first = await Promise.race([firstWords, exited, tooLate])
    late.abort()
    if (!first) throw new Complaint(`The ${name} did not get ready within ${READY_WITHIN_MS / 1000} s.`)
    if (!('ready' in first)) throw new Complaint(lastWordsOf(first))
    return first
  }

  async function stop(): Promise<void> {
    child.stdin?.end()
    // Node's watcher outlives the program that it watches.
    if (watch) child.kill()
    const impatient = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await exited
    clearTimeout(impatient)
  }
}

function lastWordsOf({ name, how, lastWords }: End): string {
  return lastWords.length > 0 ? lastWords.join('\n') : `The ${name} ended without a word (${how}).`
}
