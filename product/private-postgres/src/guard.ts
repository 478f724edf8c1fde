import { openCluster } from './cluster.ts'
import { errorCode } from './postmaster.ts'
import type { Order, Report } from './private-postgres.ts'
import { joinServer, stopIfUnused } from './server.ts'

/**
 * The guard program, which private-postgres.ts starts for its own process (the user) as `guard.ts ORDER`. The guard
 * creates the data, starts the server or joins a running server, and holds the user's lease. The channel to the user
 * closes when the user has stopped or was killed. Then the guard stops the server unless another user needs it. If the
 * order is to keep the server up, the guard ends when the server ends, and the user starts another guard.
 */
const order: Order = JSON.parse(process.argv[2] ?? '')
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {})
// If the user process ended before this program loaded, no 'disconnect' will come.
const userLeft = new Promise<void>(resolve =>
  process.connected ? process.once('disconnect', resolve) : resolve(),
)

try {
  await guard()
  process.exitCode = process.connected ? 1 : 0
} catch (error) {
  process.exitCode = 1
  const why = error instanceof Error ? error.message : String(error)
  const code = errorCode(error)
  await report({ refused: code ? `its folder ${order.folder} cannot be used (${code})` : why })
}
process.exit()

async function guard(): Promise<void> {
  const cluster = openCluster(order, progress => void report({ progress }))
  let mayRunOn = false
  try {
    const joined = await joinServer(cluster)
    if (!joined) return
    const { lease, ...ready } = joined
    const leaseEnded = new Promise<void>(resolve => lease.once('end', resolve))
    await report({ ready })
    await Promise.race([userLeft, order.keepUp ? leaseEnded : userLeft])
    mayRunOn = process.connected // True if the user still runs and only the lease's connection has closed.
    await lease.end()
  } finally {
    if (!mayRunOn) await stopIfUnused(cluster)
  }
}

/** Without the callback of `send`, a failed message to a killed user would end this program. */
async function report(message: Report): Promise<void> {
  if (process.connected) await new Promise(resolve => process.send?.(message, undefined, {}, resolve))
}
