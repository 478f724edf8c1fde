import { useEffect, useRef } from 'react'

export type Run = { next(): AbortSignal; abort(): void }

/** Gives each run a signal of its own. A new run, `abort` and leaving the screen abort the run before. */
export function useRun(): Run {
  const controller = useRef(new AbortController())
  const abort = () => controller.current.abort()
  useEffect(() => () => controller.current.abort(), [])
  return {
    abort,
    next() {
      abort()
      controller.current = new AbortController()
      return controller.current.signal
    },
  }
}

/** Drops the events of a run that was aborted. */
export function untilAborted<Event>(signal: AbortSignal, emit: (event: Event) => void) {
  return (event: Event): void => {
    if (!signal.aborted) emit(event)
  }
}
