import { setConnected, useIsConnected } from '@ekyc/ui/connection.ts'

const probe = { path: '/health/live', timeoutMs: 2500 }

export async function probeServer(): Promise<void> {
  try {
    await fetch(probe.path, { cache: 'no-store', signal: AbortSignal.timeout(probe.timeoutMs) })
    setConnected(true)
  } catch {
    setConnected(false)
  }
}

export async function untilConnected(withinMs: number): Promise<void> {
  await probeServer()
  if (useIsConnected.getState()) return undefined
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, withinMs)
    const stop = useIsConnected.subscribe(isConnected => isConnected && done())
  })
}
