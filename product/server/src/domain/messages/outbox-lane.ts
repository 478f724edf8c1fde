import { secondMs } from '../clocks.ts'

/** The result of one delivery attempt. 'neither' means that the attempt tells nothing about the receiver. */
export type DeliveryResult = 'delivered' | 'unavailable' | 'neither'

const slots = 20
const mostFailures = 10
const pauseMs = 5 * secondMs

/** Delivers the messages of one kind. Messages of other kinds never take a lane's slots. */
export function createOutboxLane<Message>(options: {
  takeDue: (limit: number) => Promise<Message[]>
  tryOne: (message: Message) => Promise<DeliveryResult>
  onFault: (error: unknown) => void
  now: () => Date
}) {
  const running = new Set<Promise<void>>()
  let failures = 0
  let failedOn = 0

  return {
    /**
     * Returns when no message is due, while the receiver is left alone, or when `stopping` is aborted. The last attempts
     * may still be running then.
     * @returns the number of attempts that were started
     */
    async run(stopping?: AbortSignal): Promise<number> {
      for (let tries = 0; ;) {
        if (stopping?.aborted === true || isPaused()) return tries
        const room = failures < mostFailures ? slots - running.size : 1
        if (room <= 0) {
          await Promise.race(running)
          continue
        }
        const due = await options.takeDue(room)
        for (const message of due) {
          const ended = tryOne(message).finally(() => running.delete(ended))
          running.add(ended)
        }
        tries += due.length
        if (due.length < room) return tries
      }
    },

    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }

  /** A receiver that does not answer gets one try at a time, so that most messages wait without a failed try. */
  function isPaused(): boolean {
    if (failures < mostFailures) return false
    // The difference is absolute, because a clock that is set back must not lengthen the pause.
    return running.size > 0 || Math.abs(options.now().getTime() - failedOn) < pauseMs
  }

  async function tryOne(message: Message): Promise<void> {
    try {
      const tried = await options.tryOne(message)
      if (tried === 'delivered') failures = 0
      if (tried !== 'unavailable') return
      failures += 1
      failedOn = options.now().getTime()
    } catch (error) {
      options.onFault(error)
    }
  }
}
