import { setLine, useLine } from './line.ts'

const probe = { path: '/health/live', timeoutMs: 2500 }

/** Asks whether the server can be reached, and notes it. */
export async function reach(): Promise<void> {
  try {
    await fetch(probe.path, { cache: 'no-store', signal: AbortSignal.timeout(probe.timeoutMs) })
    setLine(true)
  } catch {
    setLine(false)
  }
}

/** Resolves once the server is reached again, by whoever looks for it, or when the time is up. */
export async function lineBack(withinMs: number): Promise<void> {
  await reach()
  if (useLine.getState()) return undefined
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, withinMs)
    const stop = useLine.subscribe(isThere => isThere && done())
  })
}
