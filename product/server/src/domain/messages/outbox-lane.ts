import { secondMs } from '../clocks.ts'

/** The result of one delivery attempt. 'neither' means that the attempt tells nothing about the receiver. */
export type DeliveryResult = 'delivered' | 'unavailable' | 'neither'

const slots = 20
const mostFailures = 10
const pauseMs = 5 * secondMs

export type OutboxLane = ReturnType<typeof createOutboxLane>

/** Delivers the messages of one kind. Messages of other kinds never take a lane's slots. */
export function createOutboxLane<Message>(options: {
  takeDue: (limit: number) => Promise<Message[]>
  tryOne: (message: Message) => Promise<DeliveryResult>
  onFault: (error: unknown) => void
  now: () => Date
}) {
  const running = new Set<Promise<void>>()
  const breaker = createBreaker(options.now)

  return {
    /**
     * Returns when no message is due, when the circuit breaker pauses or when `stopping` is aborted. The last attempts
     * may still be running then.
     * @returns the number of attempts that were started
     */
    async run(stopping?: AbortSignal): Promise<number> {
      const mayGoOn = () => stopping?.aborted !== true
      let tries = 0
      while (mayGoOn()) {
        const room = breaker.room(running.size)
        if (room === 'paused') break
        if (room <= 0) {
          await Promise.race(running)
          continue
        }
        const due = await options.takeDue(room)
        for (const message of due) begin(message)
        tries += due.length
        if (due.length < room) break
      }
      return tries
    },

    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }

  function begin(message: Message): void {
    const ended = tryOne(message).finally(() => running.delete(ended))
    running.add(ended)
  }

  async function tryOne(message: Message): Promise<void> {
    try {
      const tried = await options.tryOne(message)
      if (tried === 'delivered') breaker.succeeded()
      if (tried === 'unavailable') breaker.failed()
    } catch (error) {
      options.onFault(error)
    }
  }
}

/** Limits the tries to deliver while a receiver does not answer, so that most messages wait without a failed try. */
function createBreaker(now: () => Date) {
  let failures = 0
  let failedOn = 0

  return {
    /** Returns how many tries may start in addition to the running ones, or 'paused' while none may start. */
    room(running: number): number | 'paused' {
      if (failures < mostFailures) return slots - running
      // The difference is absolute, because a clock that is set back must not lengthen the pause.
      const isOver = Math.abs(now().getTime() - failedOn) >= pauseMs
      return running === 0 && isOver ? 1 : 'paused'
    },
    succeeded(): void {
      failures = 0
    },
    failed(): void {
      failures += 1
      failedOn = now().getTime()
    },
  }
}
