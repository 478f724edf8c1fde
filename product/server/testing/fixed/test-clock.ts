export type TestClock = {
  now: () => Date
  advance(ms: number): void
  set(instant: Date): void
}

/** Creates a clock that stands still until a test moves it. */
export function createTestClock(start = new Date('2027-03-10T06:30:00.000Z')): TestClock {
  let current = start
  return {
    now: () => current,
    advance: ms => void (current = new Date(current.getTime() + ms)),
    set: instant => void (current = instant),
  }
}
