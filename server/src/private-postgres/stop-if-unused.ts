import { join } from 'node:path'

import { addressOf } from './cluster.ts'
import { refuseLeases } from './lease.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'

/** PostgreSQL notices the end of an idle connection at once; this is for a busy machine. */
const killedUserMs = 1_000

/**
 * Stops the server in `folder` unless somebody holds a lease on it. A server that is not ready yet has no leases; who
 * waits for it starts another.
 * @param options.spawned the process of a server too young for postmaster.pid
 * @param options.wasKilled the user that leaves was killed: PostgreSQL may take a moment to end its lease
 */
export async function stopIfUnused(options: {
  folder: string
  pgCtl: string
  spawned?: number | undefined
  wasKilled: boolean
}): Promise<void> {
  const { folder, pgCtl, spawned, wasKilled } = options
  const server = findPostmaster(join(folder, 'data'))
  const patienceMs = wasKilled ? killedUserMs : 0
  if (server?.isReady && !(await refuseLeases(addressOf(folder, server.port), patienceMs))) return
  for (const pid of new Set([server?.pid, spawned])) if (pid !== undefined) await stopPostmaster(pid, pgCtl)
}
