/** The clock and events of a simulated world. Every wait is an event, so the seed decides the order of all steps. */
export type Scheduler = {
  /** Returns the time since the start of the world, in ms. */
  now(): number
  after(ms: number, event: () => void): void
  /** Runs the events up to `moment`, in ms. After each event, all resumed code runs until it waits again. */
  runUntil(moment: number): Promise<void>
}

const turnEvents = 50

type Event = { at: number; number: number; run: () => void }

export function createScheduler(): Scheduler {
  /** A binary heap. The event at index i comes before the events at the indexes 2i + 1 and 2i + 2. */
  const events: Event[] = []
  let time = 0
  let lastNumber = 0

  return {
    now: () => time,
    after: (ms, run) => push({ at: time + ms, number: (lastNumber += 1), run }),
    runUntil: moment =>
      new Promise((resolve, reject) => {
        let isOver = false
        // Node runs the waiting promise callbacks between two immediates. Many immediates in one turn of Node's event
        // loop save the waits between turns.
        function takeTurn(): void {
          for (let left = turnEvents; left > 0; left -= 1) setImmediate(next)
          setImmediate(() => isOver || takeTurn())
        }
        function next(): void {
          const event = events[0]
          if (isOver) return
          if (!event || event.at > moment) {
            time = moment
            isOver = true
            return resolve()
          }
          takeFirst()
          time = event.at
          try {
            event.run()
          } catch (error) {
            isOver = true
            reject(error instanceof Error ? error : new Error('an event failed', { cause: error }))
          }
        }
        // Code that was called before runUntil has not scheduled its events yet, so the first turn waits for one
        // immediate.
        setImmediate(takeTurn)
      }),
  }

  function push(event: Event): void {
    let place = events.length
    events.push(event)
    while (place > 0) {
      const above = (place - 1) >> 1
      const other = events[above]
      if (!other || isBefore(other, event)) return
      events[place] = other
      events[above] = event
      place = above
    }
  }

  function takeFirst(): void {
    const moved = events.pop()
    if (!moved || events.length === 0) return
    let place = 0
    events[0] = moved
    for (;;) {
      const [left, right] = [events[2 * place + 1], events[2 * place + 2]]
      const sooner = left && right && isBefore(right, left) ? right : left
      if (!sooner || isBefore(moved, sooner)) return
      const below = sooner === right ? 2 * place + 2 : 2 * place + 1
      events[place] = sooner
      events[below] = moved
      place = below
    }
  }
}

function isBefore(one: Event, other: Event): boolean {
  return one.at < other.at || (one.at === other.at && one.number < other.number)
}
