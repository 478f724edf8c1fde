import { useEffect, useState } from 'react'

/** A short tick, because the displayed time stands still until the first tick. */
const tickMs = 250

/** Counts down to a time in epoch milliseconds; 0 without one. */
export function useSecondsUntil(moment = 0): number {
  const [now, setNow] = useState(() => Date.now())
  const isOver = now >= moment
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [isOver])
  return Math.max(0, Math.ceil((moment - now) / 1000))
}

/** Formats seconds as 0:42. */
export function clockFace(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
