import { setConnected, useIsConnected } from '@ekyc/ui/browser/connection.ts'
import { reachesServer } from './reach-server.ts'

export async function probeServer(): Promise<void> {
  setConnected(await reachesServer())
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
