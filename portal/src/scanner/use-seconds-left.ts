import { captureTimeoutMs } from '@ekyc/contract/limits'
import { useEffect, useState } from 'react'

/** Counts down the device's own time-out, in seconds. */
export function useSecondsLeft(isRunning: boolean): number {
  const [left, setLeft] = useState(captureTimeoutMs / 1000)
  useEffect(() => {
    if (!isRunning) return undefined
    const endsOn = Date.now() + captureTimeoutMs
    const tick = () => setLeft(Math.max(0, Math.ceil((endsOn - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return left
}
