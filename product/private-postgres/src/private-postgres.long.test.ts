// @module-tag process
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readdirSync } from 'node:fs'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

import {
  anOwner,
  heard,
  startOwner,
  stop,
  kill,
  query,
  folderWithData,
  newFolder,
  leavePidFile,
  postmasterIn,
  guardsIn,
  expectNothingLeft,
  leftRunning,
  readProc,
  guard,
  isRoot,
  nobody,
  onLinux,
  place,
  children,
  withPlace,
} from './testing/owners.ts'

withPlace()

test('kill -9 of the owner stops the server soon, and nothing committed is lost', async () => {
  const folder = await folderWithData()
  const first = await anOwner(folder)
  await query(first.url, 'create table notes as select 42 as answer')
  await kill(first.process)
  await expectNothingLeft()
  const second = await anOwner(folder)
  expect(await query(second.url, 'select answer from notes')).toEqual([{ answer: 42 }])
})

test('what a failing statement was given is not in the log', async () => {
  const folder = await folderWithData()
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

test('a log that has grown is begun anew', async () => {
  const folder = await folderWithData()
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
  await expectNothingLeft()
})

test('an owner that comes while the last one goes gets a server that stays', async () => {
  const folder = await folderWithData()
  let last = await anOwner(folder)
  for (let round = 0; round < 5; round++) {
    const [, next] = await Promise.all([round % 2 ? stop(last) : kill(last.process), anOwner(folder)])
    await sleep(100)
    expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
    last = next
  }
})

test('a guard whose owner is gone before it has been loaded leaves nothing running', async () => {
  const folder = newFolder()
  mkdirSync(folder)
  const order = JSON.stringify({ folder, durable: true, keepUp: false })
  const late = spawn(process.execPath, [guard, order], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  children.push(late)
  late.disconnect()
  expect(await once(late, 'exit')).toEqual([0, null])
  await expectNothingLeft()
})

test.runIf(onLinux)('a server that outlived owner and guard is used again', async () => {
  const folder = await folderWithData()
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
  await expectNothingLeft()
})

test('a server in use does not keep its process running, and its stop does until the server has ended', async () => {
  const folder = await folderWithData()
  const script = (then: string) => `
    import { startPrivatePostgres } from ${JSON.stringify(new URL('private-postgres.ts', import.meta.url).href)}
    const server = await startPrivatePostgres({ folder: ${JSON.stringify(folder)} })
    ${then}`
  const run = (then: string) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', script(then)], { encoding: 'utf8' })
  expect(run('')).toMatchObject({ status: 0, stderr: '' })
  await expectNothingLeft()
  expect(run(`await server.stop(); console.log('stopped')`)).toMatchObject({ status: 0, stdout: 'stopped\n' })
  expect(leftRunning()).toEqual([])
})

test.runIf(onLinux)('a killed guard is replaced, so that its owner still keeps the server', async () => {
  const folder = await folderWithData()
  const owners = [await anOwner(folder), await anOwner(folder)] as const
  for (const pid of guardsIn(folder)) process.kill(pid, 'SIGKILL')
  // A new guard keeps the server up only from the moment when it holds its lease, some time after its process starts.
  for (const owner of owners) await heard(owner, 'guard of the private PostgreSQL runs again')
  await stop(owners[0])
  expect(await query(owners[1].url, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop(owners[1])
  await expectNothingLeft()
})

test.runIf(onLinux)('an owner that stops without a guard stops the server all the same', async () => {
  const folder = await folderWithData()
  const owner = await anOwner(folder)
  for (const pid of guardsIn(folder)) process.kill(pid, 'SIGKILL')
  await stop(owner)
  await expectNothingLeft()
})

test('kill -9 of owner and server: the next start recovers every committed row', async () => {
  const folder = await folderWithData()
  const first = await anOwner(folder)
  await query(first.url, 'create table notes (n int)')
  for (let n = 0; n < 20; n++) await query(first.url, 'insert into notes values ($1)', [n])
  process.kill(postmasterIn(folder), 'SIGKILL')
  await kill(first.process)
  const second = await anOwner(folder)
  expect(await query(second.url, 'select count(*)::int as rows from notes')).toEqual([{ rows: 20 }])
})

test('kill -9 of the server alone: it is back at the same address, with every row, and said so', async () => {
  const folder = await folderWithData()
  const owners = [await anOwner(folder), await anOwner(folder)] as const
  const [first] = owners
  const { url, said } = first
  await query(url, 'create table notes as select 42 as answer')
  const killed = postmasterIn(folder)
  process.kill(killed, 'SIGKILL')
  const notes = () => query(url, 'select answer from notes')
  await expect.poll(notes).toEqual([{ answer: 42 }])
  await heard(first, 'runs again')
  expect(postmasterIn(folder)).not.toBe(killed)
  expect(said[0]).toContain('has ended by itself')

  process.kill(postmasterIn(folder), 'SIGKILL')
  expect((await anOwner(folder)).url).toBe(url)
  for (const owner of owners) await stop(owner)
})

test.runIf(onLinux)('an owner without a descriptor left does not take its server for ended', async () => {
  const folder = await folderWithData()
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
  const folder = await folderWithData()
  await stop(await anOwner(folder))
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  children.push(bystander)
  leavePidFile(folder, Number(bystander.pid))
  const owner = await anOwner(folder)
  await stop(owner)
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
})

test.runIf(onLinux)('a postmaster.pid that names a zombie is not believed', async () => {
  const folder = await folderWithData()
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
  await expect.poll(() => readProc(Number(zombie), 'stat')).toContain(') Z ')
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
  const folder = await folderWithData()
  const owner = await anOwner(folder)
  // A terminal's Ctrl-C sends the signal to the owner's whole process group.
  process.kill(-(owner.process.pid ?? 0), 'SIGINT')
  await sleep(300)
  expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop(owner)
  await expectNothingLeft()
})

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
