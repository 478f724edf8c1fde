/** The clock and events of a simulated world. Every wait is an event, so the seed decides the order of all steps. */
export type Scheduler = {
  /** Returns the time since the start of the world, in ms. */
  now(): number
  after(ms: number, event: () => void): void
  /** Runs the events up to `moment`, in ms. After each event, all resumed code runs until it waits again. */
  runUntil(moment: number): Promise<void>
}

const turnEvents = 50

type Event = { at: number; run: () => void }

export function createScheduler(): Scheduler {
  /** The events to come, the next one last. */
  const events: Event[] = []
  let time = 0

  return {
    now: () => time,
    after(ms, run) {
      const at = time + ms
      // The event that was scheduled earlier comes first where two are of one moment.
      const place = events.findLastIndex(event => event.at > at) + 1
      events.splice(place, 0, { at, run })
    },
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
          const event = events.at(-1)
          if (isOver) return
          if (!event || event.at > moment) {
            time = moment
            isOver = true
            return resolve()
          }
          events.pop()
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
}
