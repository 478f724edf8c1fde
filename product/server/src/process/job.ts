/** The delay of an early run, in ms. The transaction that created the work commits during this time. */
const soonMs = 20

export type Job = ReturnType<typeof createJob>

/** Creates a job that repeats its work, one run at a time. An error goes to onFault, and the next run tries again. */
export function createJob(options: {
  everyMs: number
  run: (stopping: AbortSignal) => Promise<unknown>
  onFault: (error: unknown) => void
}) {
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
    start(): void {
      isStarted = true
      schedule(0)
    },
    runSoon(): void {
      isWanted = true
      if (!running) schedule(soonMs)
    },
    /** Prevents further runs. Resolves when the current run has ended. */
    async stop(): Promise<void> {
      isStarted = false
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
