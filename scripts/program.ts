import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'

import { Complaint } from './complaint.ts'
import { nodeEnv, nodeFlags, root } from './folders.ts'
import { shortWarning, type Said } from './warnings.ts'

// As many as there are settings: each that is wrong has a line.
const LAST_LINES = 80
// The server lets calls in flight finish for 30 s, after DRAIN_MS.
const GRACE_MS = 35_000
const USUAL_DRAIN_MS = 5_000

/** How a program ended, and the last lines that matter. */
export type End = { name: string; how: string; lastWords: string[] }

export type Ready = { ready: true; address?: string; sandbox?: string; device?: number }

export type Program = {
  /** Rejects with a complaint of the program's last words. */
  ready: Promise<Ready>
  exited: Promise<End>
  /** Stops gracefully, and by force 35 s after its drain time. */
  stop(): Promise<void>
  kill(): void
}

/**
 * Starts one of our programs and watches it. It holds the other end of a pipe from us (`--exit-with-parent`): when the
 * pipe closes it stops gracefully, whether we close it or die ourselves, by kill -9 too and on Windows as well.
 */
export function startProgram(options: {
  name: string
  file: string
  args?: string[]
  env: NodeJS.ProcessEnv
  readyWithinMs: number
  onLine: (said: Said) => void
  /** The program writes to our standard output; a message tells that it is ready. */
  ownOutput: boolean
}): Program {
  const { name, file, args = [], env, readyWithinMs, onLine, ownOutput } = options
  const child = spawn(process.execPath, [...nodeFlags, file, '--exit-with-parent', ...args], {
    cwd: root,
    env: { ...nodeEnv, ...env },
    stdio: ownOutput ? ['pipe', 'inherit', 'pipe', 'ipc'] : ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    // A group of its own: Ctrl-C in the terminal reaches us alone, and we stop the programs in their order.
    detached: process.platform !== 'win32',
  })
  child.stdin?.on('error', () => {}) // it may be gone before its pipe is closed
  const graceMs = GRACE_MS + Number(env.DRAIN_MS || USUAL_DRAIN_MS)
  const lastWords: string[] = []

  const exited = new Promise<End>(done => {
    child.on('error', error => done({ name, how: error.message, lastWords }))
    child.on('exit', (code, signal) => void sayEnd(code, signal))

    async function sayEnd(code: number | null, signal: string | null): Promise<void> {
      // Its last lines may still be in the pipe; a grandchild that holds the pipe is not waited for.
      await Promise.race([new Promise(closed => child.on('close', closed)), wait(300)])
      done({ name, how: signal ? `ended by ${signal}` : `exit code ${code}`, lastWords })
    }
  })

  const firstWords = new Promise<Ready>(said => {
    child.on('message', message => said(message as Ready))
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', line => {
        const message = readyMessage(line)
        if (message) said(message)
        else hear({ program: name, stream: 'stdout', line })
      })
    if (child.stderr)
      createInterface({ input: child.stderr }).on('line', line =>
        hear({ program: name, stream: 'stderr', line }),
      )
  })

  return { ready: becomeReady(), exited, stop, kill: () => child.kill('SIGKILL') }

  function hear(said: Said): void {
    const words = said.stream === 'stderr' ? said.line : shortWarning(said)
    if (words) lastWords.push(words)
    lastWords.splice(0, lastWords.length - LAST_LINES)
    onLine(said)
  }

  async function becomeReady(): Promise<Ready> {
    const late = new AbortController()
    const tooLate = wait(readyWithinMs, 'late' as const, { signal: late.signal }).catch(() => 'late' as const)
    const first = await Promise.race([firstWords, exited, tooLate])
    late.abort()
    if (first === 'late')
      throw new Complaint(`The ${name} did not get ready within ${readyWithinMs / 1000} s.`)
    if (!('ready' in first)) throw new Complaint(lastWordsOf(first))
    return first
  }

  async function stop(): Promise<void> {
    child.stdin?.end()
    const impatient = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await exited
    clearTimeout(impatient)
  }
}

/** What a program that has ended said last, else how it ended. */
export function lastWordsOf({ name, how, lastWords }: End): string {
  return lastWords.length > 0 ? lastWords.join('\n') : `The ${name} ended without a word (${how}).`
}

function readyMessage(line: string): Ready | undefined {
  if (!line.startsWith('{"ready":')) return undefined
  try {
    return JSON.parse(line) as Ready
  } catch {
    return undefined
  }
}
