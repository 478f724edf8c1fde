import { setTimeout as sleep } from 'node:timers/promises'

import type { Cluster } from './cluster.ts'
import type { Lease } from './lease.ts'
import { reuseOrLaunch, type Launched } from './launch.ts'

export type RestartLog = {
  warn(message: string): void
  error(details: { err: unknown }, message: string): void
}

const shortestPauseMs = 1_000
const longestPauseMs = 60_000

/**
 * Starts the server again at its address whenever it ends by itself: out of memory, or its first process was killed.
 * The pauses between the starts of a server that keeps ending double up to a minute.
 */
export function supervise(cluster: Cluster, launched: Launched, log: RestartLog): Pick<Lease, 'end'> {
  const { url } = launched
  let { lease } = launched
  const stopping = new AbortController()
  const stopped = new Promise<void>(resolve => {
    stopping.signal.addEventListener('abort', () => resolve())
  })
  const supervision = keepRunning()
  return {
    async end() {
      stopping.abort()
      await supervision
      await lease.end()
    },
  }

  async function keepRunning(): Promise<void> {
    let pauseMs = shortestPauseMs
    for (;;) {
      const upSince = performance.now()
      await Promise.race([lease.ended, stopped])
      if (stopping.signal.aborted) return
      log.warn('the private PostgreSQL has ended by itself; it is started again')
      const stayedUp = performance.now() - upSince > longestPauseMs
      pauseMs = stayedUp ? shortestPauseMs : Math.min(longestPauseMs, pauseMs * 2)
      if (await startAgain()) log.warn('the private PostgreSQL runs again')
      await sleep(pauseMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
    }
  }

  async function startAgain(): Promise<boolean> {
    try {
      const again = await reuseOrLaunch(cluster, Number(new URL(url).port))
      lease = again.lease
      if (again.url === url) return true
      throw new Error('another process has started it at another port: start this server again')
    } catch (error) {
      log.error({ err: error }, 'the private PostgreSQL does not start again')
      return false
    }
  }
}
