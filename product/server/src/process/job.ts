export type Job = {
  start(): void
  /** Schedules an early run for new work. */
  runSoon(): void
  /** Prevents further runs, and resolves when the current one has ended. */
  stop(): Promise<void>
}

/** Leaves time for the transaction that created the work to commit. */
const soonMs = 20

/** Repeats work in the background, one run at a time. Reports a run's error to onFault; the next run tries again. */
export function createJob(options: {
  everyMs: number
  /** `stopping` aborts when the job is stopped. */
  run: (stopping: AbortSignal) => Promise<unknown>
  onFault: (error: unknown) => void
}): Job {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const stopping = new AbortController()
  let isStarted = false
  let isWanted = false

  const schedule = (ms: number): void => {
    clearTimeout(timer)
    if (isStarted) timer = setTimeout(() => void (running = runOnce()), ms)
  }

  async function runOnce(): Promise<void> {
    isWanted = false
    try {
      await options.run(stopping.signal)
    } catch (error) {
      options.onFault(error)
    }
    running = undefined
    schedule(isWanted ? soonMs : options.everyMs)
  }

  return {
    start() {
      isStarted = true
      schedule(0)
    },
    runSoon() {
      isWanted = true
      if (!running) schedule(soonMs)
    },
    async stop() {
      isStarted = false
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
