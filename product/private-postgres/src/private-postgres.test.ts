import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { readFileSync, readlinkSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { startPrivatePostgres } from './private-postgres.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** The program of an owner, a process that uses the server and that the tests can kill. */
const program = `
  import { closeSync, openSync } from 'node:fs'
  import { startPrivatePostgres } from ${JSON.stringify(new URL('private-postgres.ts', import.meta.url).href)}
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
const guard = join(import.meta.dirname, 'guard.ts')
const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }
const onLinux = process.platform === 'linux'

let place = ''
const children: ChildProcess[] = []

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'private-postgres-'))
  chmodSync(place, 0o755)
  writeFileSync(join(place, 'owner.mjs'), program)
  await stop(await anOwner(made()))
})

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
  // oxlint-disable-next-line vitest/no-standalone-expect -- no test may leave anything running
  expect(await nothingLeft()).toEqual([])
})

afterAll(() => rmSync(place, { recursive: true, force: true }))

test('the first start makes a UTF-8 database that fsyncs, listens on 127.0.0.1 alone and wants the password', async () => {
  const folder = newFolder()
  const owner = await anOwner(folder)
  expect(owner.reused).toBe(false)
  const [settings] = await query(
    owner.url,
    `select current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets,
       current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
       current_setting('server_encoding') as encoding, current_setting('password_encryption') as passwords,
       lower('ÄÖ') as lowered`,
  )
  expect(settings).toEqual({
    addresses: '127.0.0.1',
    sockets: '',
    fsync: 'on',
    checksums: 'on',
    encoding: 'UTF8',
    passwords: 'scram-sha-256',
    lowered: 'äö',
  })
  const withAnother = owner.url.replace(/:[0-9a-f]{48}@/, ':another@')
  await expect(query(withAnother, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  expect(statSync(join(folder, 'password')).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('what a failing statement was given is not in the log', async () => {
  const folder = folderWithData()
  const owner = await anOwner(folder)
  await query(owner.url, 'create table agents (mobile text primary key)')
  const add = (mobile: string) => query(owner.url, 'insert into agents values ($1)', [mobile])
  await add('9000000001')
  await expect(add('9000000001')).rejects.toMatchObject({ code: '23505' })
  await expect(query(owner.url, `select 'hunter2'::int`)).rejects.toMatchObject({ code: '22P02' })
  const log = readFileSync(join(folder, 'postgres.log'), 'utf8')
  expect(log).toContain('duplicate key value')
  expect(log).not.toContain('9000000001')
  expect(log).not.toContain('insert into')
})

test('stop ends the server and the guard, and the next start finds the rows', async () => {
  const folder = folderWithData()
  const first = await anOwner(folder)
  await query(first.url, 'create table notes as select 42 as answer')
  await stop(first)
  expect(await nothingLeft()).toEqual([])
  const second = await anOwner(folder)
  expect(second.reused).toBe(false)
  expect(await query(second.url, 'select answer from notes')).toEqual([{ answer: 42 }])
})

test('a log that has grown is begun anew', async () => {
  const folder = folderWithData()
  writeFileSync(join(folder, 'postgres.log'), 'x'.repeat(1_000_001))
  await anOwner(folder)
  expect(statSync(join(folder, 'postgres.log')).size).toBeLessThan(10_000)
})

test('three owners that start at once from nothing share one server, which goes with the last of them', async () => {
  const folder = newFolder()
  const owners = await Promise.all([anOwner(folder), anOwner(folder), anOwner(folder)])
  expect(new Set(owners.map(({ url }) => url)).size).toBe(1)
  expect(owners.filter(({ reused }) => !reused)).toHaveLength(1)
  const [first, second, third] = owners
  if (!first || !second || !third) throw new Error('three started')
  await stop(first)
  await kill(second.process)
  // The guards of the first two have time to stop the server, which the third still uses.
  await sleep(500)
  expect(await query(third.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop(third)
  expect(await nothingLeft()).toEqual([])
})

test('an owner that comes while the last one goes gets a server that stays', async () => {
  const folder = folderWithData()
  let last = await anOwner(folder)
  for (let round = 0; round < 5; round++) {
    const [, next] = await Promise.all([round % 2 ? stop(last) : kill(last.process), anOwner(folder)])
    await sleep(100)
    expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
    last = next
  }
})

test('kill -9 of the owner stops the server soon, and nothing committed is lost', async () => {
  const folder = folderWithData()
  const first = await anOwner(folder)
  await query(first.url, 'create table notes as select 42 as answer')
  await kill(first.process)
  expect(await nothingLeft()).toEqual([])
  const second = await anOwner(folder)
  expect(await query(second.url, 'select answer from notes')).toEqual([{ answer: 42 }])
})

test('a guard whose owner is gone before it has been loaded leaves nothing running', async () => {
  const folder = newFolder()
  mkdirSync(folder)
  const order = JSON.stringify({ folder, durable: true, keepUp: false })
  const late = spawn(process.execPath, [guard, order], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  children.push(late)
  late.disconnect()
  expect(await once(late, 'exit')).toEqual([0, null])
  expect(await nothingLeft()).toEqual([])
})

test.runIf(onLinux)('a server that outlived owner and guard is used again', async () => {
  const folder = folderWithData()
  const first = await anOwner(folder)
  const guards = guardsIn(folder)
  expect(guards).toHaveLength(1)
  // SIGSTOP keeps the owner from starting a new guard, which would stop the server when the owner is killed.
  first.process.kill('SIGSTOP')
  for (const pid of guards) process.kill(pid, 'SIGKILL')
  await kill(first.process)
  const second = await anOwner(folder)
  expect(second).toMatchObject({ reused: true, url: first.url })
  await stop(second)
  expect(await nothingLeft()).toEqual([])
})

test('a server in use does not keep its process running, and its stop does until the server has ended', async () => {
  const folder = folderWithData()
  const script = (then: string) => `
    import { startPrivatePostgres } from ${JSON.stringify(new URL('private-postgres.ts', import.meta.url).href)}
    const server = await startPrivatePostgres({ folder: ${JSON.stringify(folder)} })
    ${then}`
  const run = (then: string) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', script(then)], { encoding: 'utf8' })
  expect(run('')).toMatchObject({ status: 0, stderr: '' })
  expect(await nothingLeft()).toEqual([])
  expect(run(`await server.stop(); console.log('stopped')`)).toMatchObject({ status: 0, stdout: 'stopped\n' })
  expect(leftRunning()).toEqual([])
})

test.runIf(onLinux)('a killed guard is replaced, so that its owner still keeps the server', async () => {
  const folder = folderWithData()
  const owners = [await anOwner(folder), await anOwner(folder)] as const
  for (const pid of guardsIn(folder)) process.kill(pid, 'SIGKILL')
  // A new guard keeps the server up only from the moment when it holds its lease, some time after its process starts.
  for (const owner of owners) await heard(owner, 'guard of the private PostgreSQL runs again')
  await stop(owners[0])
  expect(await query(owners[1].url, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop(owners[1])
  expect(await nothingLeft()).toEqual([])
})

test.runIf(onLinux)('an owner that stops without a guard stops the server all the same', async () => {
  const folder = folderWithData()
  const owner = await anOwner(folder)
  for (const pid of guardsIn(folder)) process.kill(pid, 'SIGKILL')
  await stop(owner)
  expect(await nothingLeft()).toEqual([])
})

test('kill -9 of owner and server: the next start recovers every committed row', async () => {
  const folder = folderWithData()
  const first = await anOwner(folder)
  await query(first.url, 'create table notes (n int)')
  for (let n = 0; n < 20; n++) await query(first.url, 'insert into notes values ($1)', [n])
  process.kill(postmasterIn(folder), 'SIGKILL')
  await kill(first.process)
  const second = await anOwner(folder)
  expect(await query(second.url, 'select count(*)::int as rows from notes')).toEqual([{ rows: 20 }])
})

test('kill -9 of the server alone: it is back at the same address, with every row, and said so', async () => {
  const folder = folderWithData()
  const owners = [await anOwner(folder), await anOwner(folder)] as const
  const [first] = owners
  const { url, said } = first
  await query(url, 'create table notes as select 42 as answer')
  const killed = postmasterIn(folder)
  process.kill(killed, 'SIGKILL')
  const notes = () => query(url, 'select answer from notes')
  await vi.waitFor(async () => expect(await notes()).toEqual([{ answer: 42 }]), {
    timeout: 20_000,
    interval: 100,
  })
  await heard(first, 'runs again')
  expect(postmasterIn(folder)).not.toBe(killed)
  expect(said[0]).toContain('has ended by itself')

  process.kill(postmasterIn(folder), 'SIGKILL')
  expect((await anOwner(folder)).url).toBe(url)
  for (const owner of owners) await stop(owner)
})

test.runIf(onLinux)('an owner without a descriptor left does not take its server for ended', async () => {
  const folder = folderWithData()
  const owner = await anOwner(folder)
  const { said } = owner
  const running = postmasterIn(folder)

  owner.process.kill('SIGUSR2')
  await heard(owner, 'descriptors are back')
  await sleep(2_000)

  expect(said.join('\n')).toContain('EMFILE')
  expect(said.join('\n')).not.toContain('has ended by itself')
  expect(postmasterIn(folder)).toBe(running)
  await stop(owner)
})

test('a postmaster.pid that names a process of somebody else is not believed', async () => {
  const folder = folderWithData()
  await stop(await anOwner(folder))
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  children.push(bystander)
  leavePidFile(folder, Number(bystander.pid))
  const owner = await anOwner(folder)
  await stop(owner)
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
})

test.runIf(onLinux)('a postmaster.pid that names a zombie is not believed', async () => {
  const folder = folderWithData()
  await stop(await anOwner(folder))
  // PostgreSQL takes a process of its own account for the server in the file. `exec` replaces the shell by a program
  // that never collects its ended children, like the first process of many containers.
  const { uid, gid } = statSync(join(folder, 'data'))
  const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 1000'], {
    uid,
    gid,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  children.push(parent)
  const [zombie] = await once(createInterface(parent.stdout), 'line')
  await vi.waitFor(() => expect(readProc(Number(zombie), 'stat')).toContain(') Z '), { timeout: 20_000 })
  leavePidFile(folder, Number(zombie))
  await stop(await anOwner(folder))
  expect(readProc(Number(zombie), 'stat')).toContain(') Z ')
})

test('kill -9 at any moment of the very first start leaves something the next start copes with', async () => {
  // The moments, in ms, are unordered: before, within and after initdb, and during the server's start.
  const moments = [620, 90, 1130, 340, 870, 200]
  const folders = await Promise.all(
    [moments.slice(0, 3), moments.slice(3)].map(async row => {
      const killed = []
      for (const moment of row) {
        const folder = newFolder()
        const child = startOwner(folder)
        await sleep(moment)
        await kill(child)
        const owner = await anOwner(folder)
        expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
        await stop(owner)
        killed.push(folder)
      }
      return killed
    }),
  )
  const left = (folder: string) => readdirSync(folder).filter(name => name.startsWith('data.'))
  for (const folder of folders.flat()) {
    // An initdb of a killed guard may still write while the next start deletes its folder. One more start deletes it.
    if (left(folder).length > 0) await stop(await anOwner(folder))
    expect(readdirSync(folder).toSorted()).toEqual(['data', 'password', 'postgres.log'])
  }
})

test('Ctrl-C in the terminal reaches neither server nor guard: the owner decides', async () => {
  const folder = folderWithData()
  const owner = await anOwner(folder)
  // A terminal's Ctrl-C sends the signal to the owner's whole process group.
  process.kill(-(owner.process.pid ?? 0), 'SIGINT')
  await sleep(300)
  expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop(owner)
  expect(await nothingLeft()).toEqual([])
})

test('a folder that cannot be made is refused in one sentence', async () => {
  const file = join(place, 'a-file')
  writeFileSync(file, '')
  await expect(startPrivatePostgres({ folder: join(file, 'postgres') })).rejects.toThrow(
    /^The private PostgreSQL cannot run: its folder .*a-file\/postgres cannot be used \(ENOTDIR\); set DATABASE_URL .*\.$/,
  )
})

test.runIf(isRoot && onLinux)(
  'root drops to another account, even below a folder that only root may enter',
  async () => {
    const closed = join(place, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const folder = join(closed, 'data/postgres')
    const owner = await anOwner(folder)
    expect(statSync(`/proc/${postmasterIn(folder)}`).uid).not.toBe(0)
    await query(owner.url, 'create table notes as select 42 as answer')
    await stop(owner)
    expect(await query((await anOwner(folder)).url, 'select answer from notes')).toEqual([{ answer: 42 }])
  },
)

const otherMayRun = isRoot && spawnSync(process.execPath, ['--version'], { ...nobody, cwd: '/' }).status === 0

test.runIf(otherMayRun)('an ordinary user runs it as himself, and is refused a folder of root', async () => {
  const mine = join(place, 'ordinary')
  mkdirSync(mine)
  chownSync(mine, nobody.uid, nobody.gid)
  const owner = await anOwner(join(mine, 'postgres'), nobody)
  expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop(owner)
  const roots = join(place, 'roots')
  mkdirSync(roots, { mode: 0o755 })
  await expect(anOwner(join(roots, 'postgres'), nobody)).rejects.toThrow(
    /cannot be used \(EACCES\); set DATABASE_URL/,
  )
})

type Owner = { process: ChildProcess; url: string; reused: boolean; said: string[] }

async function anOwner(folder: string, as?: typeof nobody): Promise<Owner> {
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

async function heard({ said }: Owner, words: string): Promise<void> {
  await vi.waitFor(() => expect(said.join('\n')).toContain(words), { timeout: 20_000 })
}

/** Starts the owner in its own process group, as a shell does. */
function startOwner(folder: string, as?: typeof nobody): ChildProcess {
  const child = spawn(process.execPath, [join(place, 'owner.mjs'), folder], {
    ...as,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

async function stop(owner: Owner): Promise<void> {
  owner.process.kill('SIGTERM')
  await once(owner.process, 'exit')
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function query(
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

function folderWithData(): string {
  const folder = newFolder()
  cpSync(made(), folder, { recursive: true })
  // Node 22 and 24 copy a folder of 0700 as 0755, which PostgreSQL refuses.
  for (const closed of [folder, join(folder, 'data')]) chmodSync(closed, 0o700)
  return folder
}

function made(): string {
  return join(place, 'made')
}

let folders = 0
function newFolder(): string {
  return join(place, `folder-${++folders}`)
}

function leavePidFile(folder: string, pid: number): void {
  const data = join(folder, 'data')
  writeFileSync(join(data, 'postmaster.pid'), `${pid}\n${data}\n1\n5432\n\n127.0.0.1\n 1 1\nready   \n`)
}

function postmasterIn(folder: string): number {
  return Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
}

function guardsIn(folder: string): number[] {
  const command = `\0${guard}\0{"folder":"${folder}"`
  return pids().filter(pid => readProc(pid, 'cmdline').includes(command))
}

async function nothingLeft(): Promise<string[]> {
  const deadline = Date.now() + 10_000
  while (leftRunning().length > 0 && Date.now() < deadline) await sleep(20)
  return leftRunning()
}

/**
 * Lists the processes that name the tests' folder or work in it: guards, PostgreSQL and initdb. Returns nothing while a
 * child of a test runs, and on systems other than Linux.
 */
function leftRunning(): string[] {
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

function pids(): number[] {
  return existsSync('/proc') ? readdirSync('/proc').map(Number).filter(Number.isInteger) : []
}

function workingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
