import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { type Account } from './account.ts'
import { answers } from './answers.ts'
import { dataArgument, lastLine } from './cluster.ts'
import { type Guard } from './guard.ts'
import { type Owners } from './owners.ts'
import { PrivatePostgresUnavailable } from './private-postgres-unavailable.ts'
import { program, type Programs } from './programs.ts'
import { settingsArguments } from './settings.ts'

export type Launch = {
  folder: string
  password: string
  account: Account | undefined
  programs: Programs
  owners: Owners
  guard: Guard
  durable: boolean
  onProgress: (step: string) => void
}

/**
 * After a crash the next start may meet what is left of the last server, or lose its port: a few tries, 6 s at most.
 */
const pausesMs = [50, 100, 200, 400, 800, 1600, 2800]

/** Recovery after a power cut reads what was written since the last checkpoint, max_wal_size at most. */
const patienceMs = 150_000

/**
 * Finds the server that runs on our data, or starts it. To be called under the owners' lock.
 * @param port where it has to be; without it the one of the last time, if that is free
 */
export async function reuseOrLaunch(
  launch: Launch,
  port?: number,
): Promise<{ url: string; reused: boolean }> {
  for (const pause of pausesMs) {
    const running = await whenReady(launch, () => launch.owners.postmaster() !== undefined)
    if (running) return { url: running, reused: true }
    launch.onProgress('Starting the database')
    const started = await start(launch, port ?? (await lastOrFreePort(launch)))
    if (started) return { url: started, reused: false }
    await sleep(pause)
  }
  const log = join(launch.folder, 'postgres.log')
  throw new PrivatePostgresUnavailable(`it does not start (${lastLine(log)}; see ${log})`)
}

async function start(launch: Launch, port: number): Promise<string | undefined> {
  const { folder, account, programs, guard, durable } = launch
  const data = join(folder, 'data')
  let ended = false
  void guard
    .run({
      kind: 'server',
      program: program(programs.bin, 'postgres'),
      args: ['-D', dataArgument(data, account, programs.major), ...settingsArguments(port, durable)],
      cwd: data,
      account,
      output: join(folder, 'postgres.log'),
    })
    .finally(() => (ended = true))
  return whenReady(launch, () => !ended)
}

/** The address, once the server answers there; undefined if it goes away instead. */
async function whenReady(launch: Launch, isThere: () => boolean): Promise<string | undefined> {
  const deadline = Date.now() + patienceMs
  while (isThere()) {
    const server = launch.owners.postmaster()
    const url = `postgres://postgres:${launch.password}@127.0.0.1:${server?.port}/postgres`
    const answer = server?.ready ? await answers(url) : 'not now'
    if (answer === 'ours') return url
    if (answer === 'not ours')
      throw new PrivatePostgresUnavailable(
        `the password in ${join(launch.folder, 'password')} does not fit the data beside it`,
      )
    if (Date.now() > deadline)
      throw new PrivatePostgresUnavailable(`process ${server?.pid} runs on its data and does not answer`)
    await sleep(10)
  }
  return undefined
}

/** After a crash: other owners know it by the port that it had. */
async function lastOrFreePort({ owners }: Launch): Promise<number> {
  const last = owners.lastPort()
  return (last !== undefined && (await freePort(last).catch(() => undefined))) || freePort()
}

/** @param wanted 0 for any */
function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
