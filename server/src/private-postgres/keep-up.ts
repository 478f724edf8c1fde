import { setTimeout as sleep } from 'node:timers/promises'

import { reuseOrLaunch, type Launch } from './launch.ts'

/** Who is told when the server has ended by itself, and what came of it. */
export type RestartLog = {
  warn(message: string): void
  error(details: { err: unknown }, message: string): void
}

const lookMs = 1_000
const longestPauseMs = 60_000

/**
 * Starts the server again, at its address, when it ends without us: out of memory, or a kill -9 of its first process.
 * One that does not stay up is started less and less often, down to once a minute.
 */
export function keepUp(launch: Launch, url: string, log: RestartLog): { stop(): Promise<void> } {
  let isUnknown = false
  const stopping = new AbortController()
  const watching = watch()
  return {
    async stop() {
      stopping.abort()
      await watching
    },
  }

  async function watch(): Promise<void> {
    let pauseMs = lookMs
    let upSince = performance.now()
    while (await pause(lookMs)) {
      if (!hasEnded()) continue
      log.warn('the private PostgreSQL has ended by itself; it is started again')
      pauseMs = performance.now() - upSince > longestPauseMs ? lookMs : Math.min(longestPauseMs, pauseMs * 2)
      if (await startAgain()) log.warn('the private PostgreSQL runs again')
      upSince = performance.now()
      if (!(await pause(pauseMs))) return
    }
  }

  /** Not known is not ended: a process out of descriptors cannot look, and must not start a second server. */
  function hasEnded(): boolean {
    try {
      const isThere = launch.owners.postmaster() !== undefined
      isUnknown = false
      return !isThere
    } catch (error) {
      if (!isUnknown) log.error({ err: error }, 'whether the private PostgreSQL runs cannot be seen')
      isUnknown = true
      return false
    }
  }

  async function startAgain(): Promise<boolean> {
    try {
      const again = await launch.owners.underLock(() => reuseOrLaunch(launch, Number(new URL(url).port)))
      if (again.url === url) return true
      throw new Error('another process has started it at another port: start this server again')
    } catch (error) {
      log.error({ err: error }, 'the private PostgreSQL does not start again')
      return false
    }
  }

  /** @returns whether to go on */
  async function pause(ms: number): Promise<boolean> {
    await sleep(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
    return !stopping.signal.aborted
  }
}
