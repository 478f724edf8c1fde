import { secondMs } from './durations.ts'

/** Limits the tries to deliver while a receiver does not answer, so that most messages wait without a failed try. */
export type Breaker = {
  /** Returns how many tries may start in addition to the running ones, or 'paused' while none may start. */
  room(running: number, slots: number): number | 'paused'
  succeeded(): void
  failed(): void
}

const mostFailures = 10
const pauseMs = 5 * secondMs

export function createBreaker(now: () => Date): Breaker {
  let failures = 0
  let failedOn = 0

  return {
    room(running, slots) {
      if (failures < mostFailures) return slots - running
      // The difference is absolute, because a clock that is set back must not lengthen the pause.
      const isOver = Math.abs(now().getTime() - failedOn) >= pauseMs
      return running === 0 && isOver ? 1 : 'paused'
    },
    succeeded: () => void (failures = 0),
    failed() {
      failures += 1
      failedOn = now().getTime()
    },
  }
}
