export type TestClock = {
  now: () => Date
  /** Moves on by so many milliseconds. */
  advance(ms: number): void
  set(instant: Date): void
}

/** A clock that stands still until it is moved. */
export function createTestClock(start = new Date('2027-03-10T06:30:00.000Z')): TestClock {
  let current = start
  return {
    now: () => current,
    advance: ms => void (current = new Date(current.getTime() + ms)),
    set: instant => void (current = instant),
  }
}
