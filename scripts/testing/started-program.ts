import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished } from 'vitest'

import { inRoot } from '../folders.ts'

export type Started = { child: ChildProcessWithoutNullStreams; folder: string; said: () => string }

/** Starts `npm start`'s program in a folder of its own, and leaves nothing of it when the test has ended. */
export function startInFolder(env: NodeJS.ProcessEnv = {}, args: string[] = []): Started {
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-start-'))
  const child = spawn(process.execPath, [inRoot('scripts/start.ts'), ...args], {
    cwd: folder,
    env: {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      SANDBOX_PORT: '0',
      CONSOLE_PORT: '0',
      DEVICE_PORT: 'off',
      ...env,
    },
  })
  let output = ''
  child.stdout.on('data', chunk => (output += chunk))
  child.stderr.on('data', chunk => (output += chunk))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await nothingIsLeftOf(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  return { child, folder, said: () => output }
}

/** Waits until the product is ready. */
export async function readyProduct(env: NodeJS.ProcessEnv = {}): Promise<Started> {
  const program = startInFolder(env)
  const isReady = () => program.said().includes('Ctrl-C stops everything.')
  await new Promise<void>(done => {
    program.child.stdout.on('data', () => void (isReady() && done()))
    program.child.on('close', () => done())
  })
  expect(program.said()).toContain('Ctrl-C stops everything.')
  return program
}

export async function endOf(child: ChildProcess): Promise<number | null> {
  return child.exitCode ?? new Promise(done => child.on('close', done))
}

export async function nothingIsLeftOf(dataDir: string): Promise<void> {
  await expect.poll(() => processesOf(dataDir)).toEqual([])
}

/** Returns the processes whose command or environment names a folder. Only Linux has this list of processes. */
export function processesOf(dataDir: string): { pid: number; command: string }[] {
  if (!existsSync('/proc')) return []
  return readdirSync('/proc')
    .filter(pid => /^\d+$/.test(pid))
    .map(pid => ({
      pid: Number(pid),
      command: procFile(pid, 'cmdline'),
      environment: procFile(pid, 'environ'),
    }))
    .filter(({ command, environment }) => `${command}\0${environment}`.includes(dataDir))
    .map(({ pid, command }) => ({ pid, command: command.replaceAll('\0', ' ') }))
}

function procFile(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return '' // The process has ended meanwhile.
  }
}
