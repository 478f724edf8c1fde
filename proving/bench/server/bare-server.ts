import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import type { Statement } from '../measure/statements.ts'

export type BareServerJob = { url: string; connections: number; statements: Statement[] }

export type BareServer = { address: string; pid: number; stop(): void }

/** Starts bare-server-program.ts in another process, whose speed is the upper limit of Node and the database driver. */
export async function startBareServer(job: BareServerJob): Promise<BareServer> {
  const child = fork(fileURLToPath(new URL('bare-server-program.ts', import.meta.url)))
  child.send(job)
  const [{ address }] = (await once(child, 'message')) as [{ address: string }]
  return { address, pid: Number(child.pid), stop: () => child.kill() }
}
