/** A world's time, which goes from event to event. Everything that waits is an event, so one seed decides every order. */
export type Scheduler = {
  /** Milliseconds since the world began. */
  now(): number
  after(ms: number, event: () => void): void
  /** Runs the events up to a moment; after each one all work that it has set free goes on until it waits again. */
  runUntil(moment: number): Promise<void>
}

/** The events of one turn of Node's loop. */
const turnEvents = 50

type Event = { at: number; number: number; run: () => void }

export function createScheduler(): Scheduler {
  /** A heap: each event comes before the two behind it, at twice its place plus one and two. */
  const events: Event[] = []
  let time = 0
  let lastNumber = 0

  return {
    now: () => time,
    after: (ms, run) => push({ at: time + ms, number: (lastNumber += 1), run }),
    runUntil: moment =>
      new Promise((resolve, reject) => {
        let isOver = false
        // Promises go on between two immediates; many of them in one turn of Node's loop spare its waits.
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
        // What was called before this has no event yet.
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
