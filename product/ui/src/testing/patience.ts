import { act, configure } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'

// Fake time stands still in every test of a screen. Only a test moves it, so that the speed of the machine cannot.
// Testing Library knows no fake timers but Jest's, and asks for them by this name when a wait or an event is over. Its
// waits then look again and again, which here costs a moment of the machine's time and none of the test's.
const limitMs = 60_000
const [sleep, now] = [setTimeout, performance.now.bind(performance)]
let waitsSince: number | undefined

beforeEach(() => {
  vi.useFakeTimers()
  waitsSince = undefined
})

Object.assign(globalThis, {
  jest: {
    advanceTimersByTime(): void {
      waitsSince = undefined
      vi.advanceTimersByTime(0)
    },
  },
})

configure({
  asyncUtilTimeout: limitMs,
  unstable_advanceTimersWrapper: () =>
    act(async () => {
      waitsSince ??= now()
      await new Promise(resolve => sleep(resolve, 5))
      // A wait that lasts too long ends by its own limit, whose error shows the page.
      vi.advanceTimersByTime(now() - waitsSince > limitMs ? limitMs : 0)
    }),
})
