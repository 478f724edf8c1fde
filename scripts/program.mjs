import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'

import { Complaint } from './complaint.mjs'
import { nodeEnv, nodeFlags, root } from './folders.mjs'
import { shortWarning } from './warnings.mjs'

// As many as there are settings: each that is wrong has a line.
const LAST_LINES = 80
// The server lets calls in flight finish for 30 s, after DRAIN_MS.
const GRACE_MS = 35_000
const USUAL_DRAIN_MS = 5_000

/**
 * Starts one of our programs and watches it. It holds the other end of a pipe from us (`--exit-with-parent`): when the
 * pipe closes it stops gracefully, whether we close it or die ourselves, by kill -9 too and on Windows as well.
 *
 * @param options.ownOutput its standard output is ours; a message tells that it is ready
 * @returns `ready`: what its ready line says, or a complaint with its last words; `exited`: resolves when it has
 *   ended, never rejects; `stop()`: gracefully, by force 35 s after its drain time; `kill()`: at once
 */
export function startProgram({ name, file, args = [], env, readyWithinMs, onLine, ownOutput }) {
  const child = spawn(process.execPath, [...nodeFlags, file, '--exit-with-parent', ...args], {
    cwd: root,
    env: { ...nodeEnv, ...env },
    stdio: ownOutput ? ['pipe', 'inherit', 'pipe', 'ipc'] : ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    // A group of its own: Ctrl-C in the terminal reaches us alone, and we stop the programs in their order.
    detached: process.platform !== 'win32',
  })
  child.stdin.on('error', () => {}) // it may be gone before its pipe is closed
  const graceMs = GRACE_MS + Number(env.DRAIN_MS || USUAL_DRAIN_MS)
  const lastWords = []

  const exited = new Promise(done => {
    child.on('error', error => done({ name, how: error.message, lastWords }))
    child.on('exit', (code, signal) => void sayEnd(code, signal))

    async function sayEnd(code, signal) {
      // Its last lines may still be in the pipe; a grandchild that holds the pipe is not waited for.
      await Promise.race([new Promise(closed => child.on('close', closed)), wait(300)])
      done({ name, how: signal ? `ended by ${signal}` : `exit code ${code}`, lastWords })
    }
  })

  const firstWords = new Promise(said => {
    if (ownOutput) child.on('message', said)
    else
      createInterface({ input: child.stdout }).on('line', line => {
        const message = readyMessage(line)
        if (message) said(message)
        else hear({ program: name, stream: 'stdout', line })
      })
    createInterface({ input: child.stderr }).on('line', line => {
      hear({ program: name, stream: 'stderr', line })
    })
  })

  return { ready: becomeReady(), exited, stop, kill: () => child.kill('SIGKILL') }

  function hear(said) {
    const words = said.stream === 'stderr' ? said.line : shortWarning(said)
    if (words) lastWords.push(words)
    lastWords.splice(0, lastWords.length - LAST_LINES)
    onLine(said)
  }

  async function becomeReady() {
    const late = new AbortController()
    const tooLate = wait(readyWithinMs, 'late', { signal: late.signal }).catch(() => {})
    const first = await Promise.race([firstWords, exited, tooLate])
    late.abort()
    if (first === 'late')
      throw new Complaint(`The ${name} did not get ready within ${readyWithinMs / 1000} s.`)
    if (!first.ready) throw new Complaint(lastWordsOf(first))
    return first
  }

  async function stop() {
    child.stdin.end()
    const impatient = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await exited
    clearTimeout(impatient)
  }
}

/** What a program that has ended said last, else how it ended. */
export function lastWordsOf({ name, how, lastWords }) {
  return lastWords.length > 0 ? lastWords.join('\n') : `The ${name} ended without a word (${how}).`
}

function readyMessage(line) {
  if (!line.startsWith('{"ready":')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
