import { openCluster } from './cluster.ts'
import { errorCode } from './error-code.ts'
import type { Order, Report } from './private-postgres.ts'
import { joinServer, stopIfUnused } from './server.ts'

/**
 * The program that private-postgres.ts starts for its own process, the user: `guard.ts ORDER`. It creates the data,
 * starts the server or joins a running one, and holds the user's lease. When the channel to the user closes, because
 * the user has stopped or was killed, it stops the server unless another user needs it. A guard with the order to keep
 * the server up ends when the server ends, and its user starts another guard.
 */
const order: Order = JSON.parse(process.argv[2] ?? '')
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {})
// The user process may have ended before this program loaded, so that no 'disconnect' will come.
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
    mayRunOn = process.connected // The connection of the lease may have closed alone.
    await lease.end()
  } finally {
    if (!mayRunOn) await stopIfUnused(cluster)
  }
}

/**
 * Sends a message. The callback is needed: if the user was just killed, the failed message would otherwise end this
 * program.
 */
async function report(message: Report): Promise<void> {
  if (process.connected) await new Promise(resolve => process.send?.(message, undefined, {}, resolve))
}
