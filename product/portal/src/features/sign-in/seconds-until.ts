import { useEffect, useState } from 'react'

/** The time between two updates of the countdown, in ms. With 1000 ms, a shown second could be up to 1 s late. */
const tickMs = 250

/** `moment` is a time in epoch milliseconds. */
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

/** Formats seconds as minutes and seconds, such as 0:42. */
export function clockFace(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
