import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'

/** The program of an owner, a process that uses the server and that the tests can kill. */
const program = `
  import { closeSync, openSync } from 'node:fs'
  import { startPrivatePostgres } from ${JSON.stringify(new URL('../private-postgres.ts', import.meta.url).href)}
  const say = what => console.log(JSON.stringify(what))
  process.on('SIGTERM', () => running.then(server => server.stop()).then(() => process.exit(0)))
  process.on('SIGINT', () => {})
  process.on('SIGUSR2', () => {
    const held = []
    try { for (;;) held.push(openSync('/dev/null')) } catch ({ code }) { say({ message: code }) }
    setTimeout(() => { held.forEach(closeSync); say({ message: 'descriptors are back' }) }, 3_500)
  })
  const keepUp = { warn: message => say({ message }), error: ({ err }) => say({ err: String(err) }) }
  const running = startPrivatePostgres({ folder: process.argv[2], keepUp })
  running.then(({ url, reused }) => say({ url, reused }), error => { say({ refused: error.message, name: error.name }); process.exit(1) })
  setInterval(() => {}, 1000)
`
export const guard = join(import.meta.dirname, '../guard.ts')
export const isRoot = process.getuid?.() === 0
export const nobody = { uid: 65534, gid: 65534 }
export const onLinux = process.platform === 'linux'

export let place = ''
export const children: ChildProcess[] = []

/** Gives the tests of a file a place, and ends what they leave running. */
export function withPlace(): void {
  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), 'private-postgres-'))
    chmodSync(place, 0o755)
    writeFileSync(join(place, 'owner.mjs'), program)
  })

  afterEach(async () => {
    for (const child of children.splice(0)) await kill(child)
    await expectNothingLeft()
  })

  afterAll(() => rmSync(place, { recursive: true, force: true }))
}

export type Owner = { process: ChildProcess; url: string; reused: boolean; said: string[] }

export async function anOwner(folder: string, as?: typeof nobody): Promise<Owner> {
  const child = startOwner(folder, as)
  if (!child.stdout) throw new Error('it has an output')
  const lines = createInterface(child.stdout)
  const [line] = await once(lines, 'line')
  const { url, reused, refused }: { url?: string; reused?: boolean; refused?: string } = JSON.parse(
    String(line),
  )
  if (url === undefined) throw new Error(refused)
  const said: string[] = []
  lines.on('line', later => said.push(later))
  return { process: child, url, reused: reused === true, said }
}

export async function heard({ said }: Owner, words: string): Promise<void> {
  await expect.poll(() => said.join('\n')).toContain(words)
}

/** Starts the owner in its own process group, as a shell does. */
export function startOwner(folder: string, as?: typeof nobody): ChildProcess {
  const child = spawn(process.execPath, [join(place, 'owner.mjs'), folder], {
    ...as,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

export async function stop(owner: Owner): Promise<void> {
  owner.process.kill('SIGTERM')
  await once(owner.process, 'exit')
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

export async function query(
  url: string,
  statement: string,
  parameters: (string | number)[] = [],
): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(statement, parameters)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

export async function folderWithData(): Promise<string> {
  const folder = newFolder()
  const made = join(place, 'made')
  if (!existsSync(made)) await stop(await anOwner(made))
  cpSync(made, folder, { recursive: true })
  // Node 22 and 24 copy a folder of 0700 as 0755, which PostgreSQL refuses.
  for (const closed of [folder, join(folder, 'data')]) chmodSync(closed, 0o700)
  return folder
}

let folders = 0
export function newFolder(): string {
  return join(place, `folder-${++folders}`)
}

export function leavePidFile(folder: string, pid: number): void {
  const data = join(folder, 'data')
  writeFileSync(join(data, 'postmaster.pid'), `${pid}\n${data}\n1\n5432\n\n127.0.0.1\n 1 1\nready   \n`)
}

export function postmasterIn(folder: string): number {
  return Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
}

export function guardsIn(folder: string): number[] {
  const command = `\0${guard}\0{"folder":"${folder}"`
  return pids().filter(pid => readProc(pid, 'cmdline').includes(command))
}

export async function expectNothingLeft(): Promise<void> {
  await expect.poll(leftRunning).toEqual([])
}

/**
 * Lists the processes that name the tests' folder or work in it: guards, PostgreSQL and initdb. Returns nothing while a
 * child of a test runs, and on systems other than Linux.
 */
export function leftRunning(): string[] {
  if (!onLinux) return []
  const ours = new Set(
    children.filter(child => child.exitCode === null && child.signalCode === null).map(({ pid }) => pid),
  )
  if (ours.size > 0) return []
  const root = realpathSync(place)
  return pids()
    .filter(
      pid =>
        pid !== process.pid &&
        (workingFolder(pid).startsWith(root) || readProc(pid, 'cmdline').includes(root)),
    )
    .map(pid => `${pid} ${readProc(pid, 'cmdline').slice(0, 80)}`)
}

export function pids(): number[] {
  return existsSync('/proc') ? readdirSync('/proc').map(Number).filter(Number.isInteger) : []
}

function workingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

export function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
