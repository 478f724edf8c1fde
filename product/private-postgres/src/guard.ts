import { openCluster } from './cluster.ts'
import { errorCode } from './error-code.ts'
import type { Order, Report } from './private-postgres.ts'
import { joinServer, stopIfUnused } from './server.ts'

/**
 * The program that private-postgres.ts starts for its process, the user: `guard.ts ORDER`. It makes the data, starts the
 * server or joins those who use it, and holds the user's lease. When the channel to the user ends, because the user stops
 * or was killed, it stops the server unless somebody else uses it. A guard that has to keep the server up ends with it, and
 * the user starts another.
 */
const order: Order = JSON.parse(process.argv[2] ?? '')
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {})
// The user may be gone before this program is loaded: then there is no 'disconnect' to come.
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
    mayRunOn = process.connected // Somebody may have closed the lease alone.
    await lease.end()
  } finally {
    if (!mayRunOn) await stopIfUnused(cluster)
  }
}

/** Sends a message. A killed user may not be noticed yet: without a callback the failed message would end this program. */
async function report(message: Report): Promise<void> {
  if (process.connected) await new Promise(resolve => process.send?.(message, undefined, {}, resolve))
}
